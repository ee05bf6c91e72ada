"""Stop rules: the first that fires gives the reason."""

from __future__ import annotations

from everypath.explore.limits import Progress, after_paths, after_plateau, after_seconds, first_reason


def test_the_first_rule_that_fires_gives_the_reason() -> None:
    rules = (after_seconds(5), after_paths(3), after_plateau(2))
    assert first_reason(rules, Progress()) is None
    assert first_reason(rules, Progress(paths=3)) == "paths"
    assert first_reason(rules, Progress(idle=2)) is None
    assert first_reason(rules, Progress(idle=2, goals_open=False)) == "enough"
    assert first_reason(rules, Progress(seconds=5, paths=9)) == "time"
