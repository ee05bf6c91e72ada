"""The machine itself: `Machine` starts, translates and runs states. Imports all other packages of `vm`."""
