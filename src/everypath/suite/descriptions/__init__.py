"""Path conditions, effects and steps as text for people, and path conditions as SMT-LIB.

`readable` selects the conditions to show and `Words` prints terms as Java over the inputs. `Described` is the text of
an equivalence class, `RefutedSide` that of an infeasible branch, `Lines` that of a step trace.
Imports `testcase`, `recipes`, `prediction` and `formatting`.
"""
