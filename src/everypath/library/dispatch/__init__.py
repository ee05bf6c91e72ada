"""Which model answers a call: `JdkLibrary`, the implementation of `everypath.vm.core.protocols.Library`.

`CallRules` are the options ``--calls`` and ``--source``, `Sensitive` the option ``--sensitive``, `plugged_models` the
models of plug-ins. Imports all packages of the library.
"""
