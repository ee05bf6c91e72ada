"""Generates the function of a method: nested statements from regions, lines from the templates of instructions.

``steps`` is an iterator with one item for each call and each backward jump that may still be made. A loop is
``for _ in steps``; when the iterator is exhausted, tier 0 checks the time limit. ``depth_left`` is the number of Python
frames that may still be nested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import CONDITIONAL_BRANCHES, RETURNS
from everypath.vm.compiled import calls, runtime
from everypath.vm.compiled.deoptimisation import NOT_ENTERED, Compiled, Exhausted, Hooked, TooDeep, deoptimise
from everypath.vm.compiled.regions import Regions, UncompilableError, find_regions
from everypath.vm.compiled.templates import TEMPLATES
from everypath.vm.compiled.writer import Line, Writer
from everypath.vm.core import argument_layout
from everypath.vm.instructions import CodeLayout, InstructionSite, lay_out

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.vm.core import Linked, MachineServices

assert calls

MOST_SLOTS = 4_000
"""The most slots of one function; larger code stays in tier 0."""

DEEPEST_STATEMENT = 80
"""The most nested statements (Python allows 100), and the most nested loops (Python allows 20)."""
MOST_LOOPS = 16

_ZERO = {"ifeq": "not {0}", "ifne": "{0}", "iflt": "{0} < 0", "ifge": "{0} >= 0", "ifgt": "{0} > 0", "ifle": "{0} <= 0"}
_TWO = {"eq": "not {0} - {1}", "ne": "{0} - {1}", "lt": "{0} < {1}", "ge": "{0} >= {1}", "gt": "{0} > {1}"}
_TWO["le"] = "{0} <= {1}"
_ORDER = {"iflt": "<", "ifge": ">=", "ifgt": ">", "ifle": "<=", "ifeq": "==", "ifne": "!="}
_COMPARED = "compared"
"""The entry of the operand stack between a comparison and the branch on its result."""
_REVERSED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Generator:
    """Writes one function."""

    def __init__(self, machine: MachineServices, linked: Linked, layout: CodeLayout, regions: Regions) -> None:
        self.machine = machine
        self.linked = linked
        self.layout = layout
        self.regions = regions
        self.writer = Writer()
        self.loops: list[int] = []
        self.exits: list[set[int]] = []
        """For each enclosing loop: the targets of the jumps out of it."""
        self.asked: set[int] = set()
        """Slots that ``pc`` is tested for: assignments of them are kept."""
        self.shapes: dict[int, int] = {}
        """Slot where paths join -> depth of the operand stack."""
        self.flags: list[str] = []
        """Variables of blocks in loops: true until the block is marked as covered."""
        self._compared: tuple[InstructionSite, tuple[str, ...], str, str] | None = None
        self._last_index = 0

    def body(self) -> list[Line]:
        """The lines of the function's body."""
        live = self._block(self.regions.root)
        assert not live, live
        kept = [line for line in self.writer.lines if line.goes_to < 0 or line.goes_to in self.asked]
        lines: list[Line] = []
        for line, following in zip(kept, [*kept[1:], None], strict=True):
            lines.append(line)
            if line.text.endswith(":") and (following is None or following.indent <= line.indent):
                lines.append(Line(line.indent + 1, "pass", line.frame_state))
        return lines

    # -- regions --------------------------------------------------------------------------------------------------

    def _block(self, start: int) -> set[int]:
        """Write a block and the blocks placed with it.

        Return the slots that ``pc`` may hold where control reaches the end of this text.
        """
        w = self.writer
        if w.indent > DEEPEST_STATEMENT or len(self.loops) > MOST_LOOPS:
            raise UncompilableError("nested too deep")
        if start not in self.regions.heads:
            return self._write_after(self._straight(start), self.regions.meets.get(start, ()))
        if w.stack:
            raise UncompilableError("operands")
        self.loops.append(start)
        self.exits.append(set())
        counted = self._is_counted(start)
        w.begin(start)
        with w.block(f"for _ in {'steps' if counted else w.constant(runtime.FOREVER)}:"):
            live = self._write_after(self._straight(start, counted=not counted), self.regions.meets.get(start, ()))
            assert not live, live
        if counted:
            w.stack = self._operands(start)
            w.begin(start)
            w.line(f"else: raise {w.constant(Exhausted)}")
        self.loops.pop()
        return self._leave(self.exits.pop(), self.regions.after.get(start, ()))

    def _leave(self, live: set[int], after: list[int] | tuple[int, ...]) -> set[int]:
        """Write the code after a loop: jumps to enclosing loops and past their ends, and the blocks placed here.

        ``live`` are the targets of the jumps out of the loop. Returns as `_block` does.
        """
        w = self.writer
        depth = len(self.loops)
        here = {each for each in live if each not in self.loops and self.regions.depth[each] == depth}
        for each in sorted(live - here):
            only = live == {each}
            if not only:
                self.asked |= live
            keyword = "continue" if self.loops and self.loops[-1] == each else "break"
            w.line(keyword if only else f"if pc == {each}: {keyword}")
            if keyword == "break":
                self.exits[-1].add(each)
        return self._write_after(here, after)

    def _write_after(self, live: set[int], blocks: list[int] | tuple[int, ...]) -> set[int]:
        """Write blocks one after the other; each runs if ``pc`` is its slot. Returns as `_block` does."""
        w = self.writer
        for start in blocks:
            if start not in live:
                continue
            others = live - {start}
            w.stack = self._operands(start)
            if others:
                self.asked |= live
                w.begin(start)
                with w.block(f"if pc == {start}:"):
                    found = self._block(start)
            else:
                found = self._block(start)
            live = others | found
        return live

    def _operands(self, start: int) -> list[str]:
        return [f"s{n}" for n in range(self.shapes.get(start, 0))]

    def _edge(self, target: int) -> set[int]:
        """Continue at a block: it is written here if it is placed nowhere else; otherwise write the jump to it."""
        if target in self.regions.depth or target in self.loops:
            return self._goto(target)
        return self._block(target)

    def _goto(self, target: int) -> set[int]:
        w = self.writer
        depth = self.shapes.setdefault(target, len(w.stack))
        if depth != len(w.stack):
            raise UncompilableError("operands")
        names = [f"s{n}" for n in range(depth)]
        if names and names != w.stack:
            w.line(f"{', '.join(names)} = {', '.join(w.stack)}")
        if self.loops and target == self.loops[-1]:
            w.line("continue")
            return set()
        w.line(f"pc = {target}", goes_to=target)
        if target not in self.loops and self.regions.depth[target] == len(self.loops):
            return {target}
        w.line("break")
        self.exits[-1].add(target)
        return set()

    # -- blocks ---------------------------------------------------------------------------------------------------

    def _is_counted(self, start: int) -> bool:
        """True if a step is counted at this slot: it is the target of a backward jump."""
        kind, instruction = self.layout.slots[start]
        return kind == "leader" and instruction.pc in self.layout.backward

    def _straight(self, start: int, *, counted: bool = True) -> set[int]:
        """Write the instructions of one block and the jump at its end; ``counted``: its step is still to be counted."""
        w = self.writer
        block = self.regions.blocks[start]
        for index in range(start, block.end):
            kind, instruction = self.layout.slots[index]
            w.begin(index)
            if kind == "leader":
                self._lead(index, counted=counted or index != start)
            elif kind == "instruction":
                site = InstructionSite(self.machine, self.linked, instruction, index, self.layout)
                if index == block.end - 1:
                    return self._last(site, block.successors)
                self._instruction(site, index == block.end - 2)
                if w.take_ended():
                    return set()
            else:
                self._enter_loop(instruction)
        return self._edge(block.successors[0])

    def _instruction(self, site: InstructionSite, is_before_last: bool) -> None:
        w = self.writer
        if is_before_last and site.name in ("lcmp", "dcmpl", "dcmpg", "fcmpl", "fcmpg"):
            kind, following = self.layout.slots[site.here + 1]
            if kind == "instruction" and following.name in _ORDER:
                right, left = w.pop(), w.pop()
                self._compared = (site, tuple(w.stack), left, right)
                w.push(_COMPARED)
                return
        TEMPLATES[site.name](w, site)

    def _lead(self, index: int, *, counted: bool) -> None:
        """Count the step of a block that is jumped back to, and mark a block of target code as covered."""
        w = self.writer
        if counted and self._is_counted(index):
            w.line("for _ in steps: break")
            w.line(f"else: raise {w.constant(Exhausted)}")
        number = self.linked.marks.get(index)
        if number is not None:
            self._mark(index, number)

    def _mark(self, index: int, number: int) -> None:
        """Mark a block as covered; in a loop, a variable avoids doing it again."""
        w = self.writer
        mark = f"{w.use('covered')}[{number}] = None"
        if not self.loops:
            w.line(mark)
            return
        self.flags.append(f"m{number}")
        w.line(f"if m{number}: m{number} = {mark}")

    def _enter_loop(self, instruction: Instruction) -> None:
        """Reset the counts of decisions in a nested loop; only an activation that tier 0 began has counted any."""
        w = self.writer
        inside = w.constant(self.layout.loop_indexes(instruction.pc))
        w.line(f"if frame is not None: frame.forget_decisions({inside})")

    def _last(self, site: InstructionSite, successors: tuple[int, ...]) -> set[int]:
        """The last instruction of a block."""
        w = self.writer
        opcode = site.instruction.opcode
        if opcode in CONDITIONAL_BRANCHES:
            target = site.jump_target()
            condition = self._condition(site)
            return self._either(condition, target, site.next)
        if site.instruction.switch is not None:
            return self._switch(site)
        if opcode in RETURNS:
            w.line(f"if hooked: raise {w.constant(Hooked)}")
            w.line("return" if site.name == "return" else f"return {w.pop()}")
            return set()
        if site.name in ("goto", "goto_w"):
            return self._edge(successors[0])
        TEMPLATES[site.name](w, site)
        return self._edge(successors[0]) if successors and not w.take_ended() else set()

    def _either(self, condition: str, target: int, following: int) -> set[int]:
        w = self.writer
        if target == following:
            w.line(f"if {condition}: pass")
            return self._edge(target)
        stack = w.stack[:]
        with w.block(f"if {condition}:"):
            live = self._edge(target)
        w.stack = stack
        if not live:
            return self._edge(following)
        w.begin(self._last_index)
        with w.block("else:"):
            live |= self._edge(following)
        return live

    def _condition(self, site: InstructionSite) -> str:
        """The condition under which a branch jumps; a symbolic one raises."""
        w = self.writer
        name = site.name
        self._last_index = site.here
        if w.stack[-1] == _COMPARED:
            return self._compare(_ORDER[name])
        if name in _ZERO:
            return _ZERO[name].format(w.pop())
        if name in ("ifnull", "ifnonnull"):
            return f"not {w.pop()}" if name == "ifnull" else w.pop()
        right, left = w.pop(), w.pop()
        if name.startswith("if_acmp"):
            call = f"{w.constant(runtime.same)}(state, {left}, {right})"
            return call if name == "if_acmpeq" else f"not {call}"
        return _TWO[name[7:]].format(left, right)

    def _compare(self, operator: str) -> str:
        """Join a comparison and its branch: the result -1, 0 or 1 is not computed. NaN counts as the opcode says."""
        w = self.writer
        w.pop()
        assert self._compared is not None
        site, below, left, right = self._compared
        kind = site.name
        w.resume(site.here, (*below, left, right))
        if operator in ("==", "!="):
            equal = f"not {left} - {right}" if kind == "lcmp" else f"{left} <= {right} <= {left}"
            return equal if operator == "==" else f"not ({equal})"
        if (kind.endswith("l") and operator in ("<", "<=")) or (kind.endswith("g") and operator in (">", ">=")):
            return f"not {left} {_REVERSED[operator]} {right}"
        return f"{left} {operator} {right}"

    def _switch(self, site: InstructionSite) -> set[int]:
        """Look up the number of the target, then find its block by binary search."""
        w = self.writer
        operands = site.instruction.switch
        assert operands is not None
        targets = list(self.regions.blocks[self._block_of(site.here)].successors)
        number = {target: n for n, target in enumerate(targets)}
        cases = {key: number[site.target(pc)] for key, pc in operands.cases.items()}
        table = runtime.Cases(cases, number[site.target(operands.default)])
        self._last_index = site.here
        chosen = w.assign(f"{w.constant(table)}[{w.pop()}]")
        return self._choose(chosen, targets, 0, len(targets))

    def _block_of(self, index: int) -> int:
        return next(start for start, block in self.regions.blocks.items() if start <= index < block.end)

    def _choose(self, chosen: str, targets: list[int], low: int, high: int) -> set[int]:
        w = self.writer
        if high - low == 1:
            return self._edge(targets[low])
        middle = (low + high) // 2
        stack = w.stack[:]
        with w.block(f"if {chosen} < {middle}:"):
            live = self._choose(chosen, targets, low, middle)
        w.stack = stack
        w.begin(self._last_index)
        with w.block("else:"):
            live |= self._choose(chosen, targets, middle, high)
        return live


_PARTS = ("heap", "token", "writable", "covered", "statics", "initialised", "refs", "interned")


def generate(machine: MachineServices, linked: Linked, entry: int) -> Compiled:
    """Generate the function that runs a method from slot ``entry`` on. Raises `UncompilableError`.

    Its arguments are the operands of the call if ``entry`` is 0, else (the head of a loop) all local variables.
    """
    layout = lay_out(linked.method, mark=linked.method.owner.is_target)
    regions = find_regions(layout, entry)
    if regions.count > MOST_SLOTS:
        raise UncompilableError("large")
    generator = Generator(machine, linked, layout, regions)
    try:
        body = generator.body()
    except RecursionError:
        raise UncompilableError("nested too deep") from None
    w = generator.writer
    slots = argument_layout(linked.method)[0] if entry == 0 else range(linked.max_locals)
    parameters = ["state", "steps", "depth_left", *(f"l{slot}" for slot in slots), "frame=None", "hooked=False"]
    head = [Line(0, f"def function({', '.join(parameters)}):", NOT_ENTERED)]
    head += [Line(1, f"{part} = state.{part}", NOT_ENTERED) for part in _PARTS if part in w.uses]
    if generator.flags:
        head.append(Line(1, f"{' = '.join(dict.fromkeys(generator.flags))} = True", NOT_ENTERED))
    head.append(Line(1, "try:", NOT_ENTERED))
    if w.calls:
        head.append(Line(2, f"if not depth_left: raise {w.constant(TooDeep)}", NOT_ENTERED))
        head.append(Line(2, "depth_left -= 1", NOT_ENTERED))
    shift = 2
    if entry == 0:
        head.append(Line(2, "for _ in steps:", NOT_ENTERED))
        shift = 3
    tail = [Line(2, f"else: raise {w.constant(Exhausted)}", NOT_ENTERED)] if entry == 0 else []
    tail.append(Line(1, "except Exception as error:", NOT_ENTERED))
    tail.append(Line(2, f"{w.constant(deoptimise)}(THIS, error, locals())", NOT_ENTERED))
    for line in body:
        line.indent += shift
    lines = [*head, *body, *tail]
    source = "".join(f"{' ' * line.indent}{line.text}\n" for line in lines)
    compiled = Compiled(linked, entry, source, [line.frame_state for line in lines])
    compiled.namespace = w.namespace
    w.namespace["THIS"] = compiled
    return compiled
