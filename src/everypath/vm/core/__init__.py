"""What all parts of the machine share: protocols, signals, translated methods.

`MachineServices` is the machine as its parts see it; `Library`, `Inputs` and `Call` are what the packages above
implement or are given. `Linked` is a translated method, `JavaThrow`, `Retry` and `Invoke` are signals. Imports no other
package of `vm`.
"""
