"""Where the time went, for people."""

import dataclasses

from everypath.report import profile
from everypath.run import Spent


def test_methods_are_rows_and_the_slowest_is_first(analysis):
    quick = Spent(executing=0.1, solving=0.1, answered={"hint": 2, "z3": 2})
    slow = Spent(executing=1.0, solving=2.0, replaying=0.5, building=0.25, choosing=0.25, answered={"cache": 4})
    methods = [
        dataclasses.replace(method, spent=spent) for method, spent in zip(analysis.methods, (quick, slow), strict=False)
    ]
    lines = profile.profile_text(dataclasses.replace(analysis, methods=tuple(methods), seconds=5.0)).splitlines()
    assert lines[0] == (
        "5.0 s, 4.2 s of them in methods: executing 26 %, solving 50 %, replaying 12 %, building 6 %, choosing 6 %"
    )
    assert lines[2].split() == ["seconds", *profile.PHASES, "paths", "queries", "method"]
    assert lines[3].split()[:9] == ["4.00", "25", "%", "50", "%", "12", "%", "6", "%"]
    assert lines[3].endswith(methods[1].signature)
    assert lines[4].endswith(methods[0].signature)
    assert lines[6:] == [
        "Queries for feasibility, by what answered them:",
        "2  25 %  the witness of the path",
        "4  50 %  an earlier query with the same conditions",
        "2  25 %  solver z3",
    ]


def test_what_was_written_after_the_methods_is_distinguished(analysis):
    written = dataclasses.replace(analysis, writing=2.5)
    assert "2.5 s more for compiling and running tests" in profile.profile_text(written).splitlines()


def test_nothing_was_spent(analysis):
    assert profile.profile_text(dataclasses.replace(analysis, methods=())).count("\n") == 3
