"""Findings of call sequences have short inputs."""

from __future__ import annotations

from tests.suite.sequences.sequence import STRING, Sequence, SequenceLab

from everypath.run.findings import findings_of
from everypath.run.method_analysis.short_inputs import ShortInputs
from everypath.suite import CallSequence, TestCase, Verdict, case_plan, inlined_in_order, verdict_of_observed
from everypath.suite.source import one_line

LEDGER = "sequences/Ledger"


def opened(text: str) -> Sequence:
    s = Sequence()
    out = s.new("java/lang/StringBuilder", f"({STRING})V", s.text("some text"))
    made = s.new(LEDGER, "(Ljava/lang/StringBuilder;Ljava/util/List;)V", out, s.listed(s.order("tea", 2)))
    s.call(made, LEDGER, "write", f"({STRING})I", s.text("line"))
    s.static(LEDGER, "opened", f"({STRING}L{LEDGER};)I", s.text(text), made)
    return s


def verdict_of(lab: SequenceLab, sequence: CallSequence, case: TestCase) -> Verdict:
    found = verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)]), lab.builder)
    assert found.confirmed, found.detail
    return found


def shown(sequence: CallSequence) -> str:
    brief = inlined_in_order(sequence.recipe)
    return one_line(brief.call, brief.setup)


def test_a_finding_has_a_short_input_once(lab: SequenceLab) -> None:
    short = ShortInputs()
    found = []
    for text in ("-12345", "-123456789"):
        sequence, case = lab.sequence(opened(text)), lab.case(opened(text))
        verdict = verdict_of(lab, sequence, case)
        findings = findings_of([verdict])
        assert findings
        found.append(
            short.shorter_sequences(lab.builder, findings, {case.id: verdict}, {case.id: sequence}, lab.bridge, 60.0)
        )
    (first,), second = found
    assert shown(first) == 'Ledger.opened("-", new Ledger(new StringBuilder(), new ArrayList<>()))'
    assert second == []
