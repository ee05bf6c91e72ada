"""Which call sequences a worker replays next."""

from everypath.bridge import Call, KeptSequence, Literal, New
from everypath.dataclass import replace
from everypath.run.campaign import GoalTable
from everypath.run.campaign.sequence_queue import MOST_TOGETHER, SequenceQueue, entry_of
from everypath.run.entries import EntryName
from everypath.run.results import Part

FIRST, SECOND = EntryName("p/A", "first", "(I)V"), EntryName("p/A", "second", "(I)V")


def sequence(entry, *numbers, passed=0):
    call = Call(entry.class_name, entry.method, entry.descriptor, None, (0,))
    return KeptSequence((Literal.of("I", 1), call), (("p/A", numbers),), None, 1, passed={"p/A": passed})


def queue(goals=None):
    return SequenceQueue(goals or GoalTable(), [FIRST, SECOND])


def test_the_last_call_says_which_method_a_sequence_shows():
    assert entry_of(sequence(FIRST, 1)) == FIRST
    made = KeptSequence((New("p/A", "()V"),), (), None, 1)
    assert entry_of(made) == EntryName("p/A", "<init>", "()V")
    assert entry_of(KeptSequence((Literal.null(),), (), None, 1)) is None


def test_the_method_with_most_open_goals_is_next():
    waiting = queue()
    few, many = sequence(FIRST, 1), sequence(SECOND, 2, 3)
    waiting.add(few)
    waiting.add(many)
    assert waiting.next() == (SECOND, (many,))
    assert waiting.next() == (FIRST, (few,))
    assert waiting.next() is None


def test_a_sequence_whose_goals_others_have_covered_is_dropped():
    goals = GoalTable()
    waiting = queue(goals)
    waiting.add(sequence(FIRST, 1, 2))
    later = sequence(SECOND, 3)
    waiting.add(later)
    goals.add(Part.PATHS, {"p/A": 0b110})
    assert waiting.next() == (SECOND, (later,))
    assert waiting.next() is None
    assert not waiting.waits


def test_what_no_test_can_show_stays_open_for_others():
    goals = GoalTable()
    waiting = queue(goals)
    clean = sequence(FIRST, 1)
    waiting.add(clean)
    waiting.add(replace(sequence(SECOND, 1), changes_files=True))
    assert goals.add(Part.SEQUENCES, {"p/A": 0b10}, testable=False) == 1
    assert goals.covered == 1
    assert waiting.next() == (FIRST, (clean,))
    assert waiting.next() is None
    assert goals.add(Part.SEQUENCES, {"p/A": 0b10}) == 1
    assert goals.covered == 1
    assert not goals.open_in({"p/A": 0b10}, for_tests=True)


def test_many_sequences_of_a_method_come_in_parts_the_most_valuable_first():
    waiting = queue()
    best = sequence(FIRST, *range(100, 110))
    for number in range(2 * MOST_TOGETHER):
        waiting.add(sequence(FIRST, number))
    waiting.add(best)
    assert waiting.next() == (FIRST, (best,))
    _, first = waiting.next()
    _, second = waiting.next()
    assert len(first) == len(second) == MOST_TOGETHER
    assert not set(first) & set(second)


def test_the_sequence_that_covers_most_comes_first_whichever_method_has_more():
    waiting = queue()
    for number in range(8):
        waiting.add(sequence(FIRST, number))
    best = sequence(SECOND, 100, 101)
    waiting.add(best)
    assert waiting.next() == (SECOND, (best,))


def test_goals_count_that_another_sequence_passed_first():
    goals = GoalTable()
    waiting = queue(goals)
    early, late = sequence(FIRST, 1, 2, passed=0b110), sequence(SECOND, 3, passed=0b1110)
    waiting.add(early)
    waiting.add(late)
    assert waiting.next() == (SECOND, (late,))
    goals.add(Part.SEQUENCES, {"p/A": 0b1110})
    assert waiting.next() is None


def test_a_sequence_beside_those_that_are_being_replayed_comes_first():
    waiting = queue()
    best, like, other = sequence(FIRST, 1, 2, 3, 4), sequence(SECOND, 1, 2, 3), sequence(SECOND, 5, 6)
    for each in (best, like, other):
        waiting.add(each)
    assert waiting.next() == (FIRST, (best,))
    assert waiting.next() == (SECOND, (other,))
    assert waiting.next() == (SECOND, (like,))


def test_sequences_that_are_alike_are_not_replayed_together():
    waiting = queue()
    first, alike = sequence(FIRST, 1, 2, 3), sequence(FIRST, 1, 2, 4)
    waiting.add(first)
    waiting.add(alike)
    assert waiting.next() == (FIRST, (first,))
    assert waiting.next() == (FIRST, (alike,))


def test_sequences_of_other_methods_are_counted():
    waiting = queue()
    waiting.add(sequence(EntryName("p/B", "other", "(I)V"), 1))
    assert waiting.foreign == 1
    assert waiting.next() is None


def test_a_sequence_whose_replay_took_too_long_comes_once_more_after_all_others():
    goals = GoalTable()
    waiting = queue(goals)
    slow, other, covered = sequence(FIRST, 1), sequence(SECOND, 2), sequence(FIRST, 3)
    for each in (covered, slow):
        waiting.add_again(each)
    waiting.add(other)
    goals.add(Part.PATHS, {"p/A": 0b1000})
    assert waiting.next() == (SECOND, (other,))
    assert (waiting.next(), waiting.waits) == (None, True)
    assert waiting.next_again() == (FIRST, slow)
    assert (waiting.next_again(), waiting.waits) == (None, False)
