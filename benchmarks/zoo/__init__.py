"""The zoo: everypath on whole libraries of all kinds, with what breaks and what the written tests cover.

    python -m benchmarks.zoo [--seconds 60] [--again] [--table] [LIBRARY …]

``libraries.toml`` lists the libraries. Maven fetches them with all that they need. For each, ``everypath generate``
runs once within the budget, and its written tests run in JUnit outside. Results are kept, one JSON each, and a further
call measures only what is missing.
"""
