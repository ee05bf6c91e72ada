"""Random classes from the assembler, for instructions and forms that javac does not emit: one seed, one class.

Code is made by a walk that knows the types on the operand stack, so it always verifies. Branches leave the stack as
they found it, subroutines are called with one stack shape, and there are no loops.
"""

from __future__ import annotations

import random
from pathlib import Path

from tests.vm.assembler import PUBLIC, STATIC, ClassWriter, Code

KINDS = "IJFD"
WIDE = "JD"
NUMBERS = {
    "I": (0, 1, -1, 6, 100, -129, 40000, 2**31 - 1, -(2**31)),
    "J": (0, 1, -1, 2**31, 2**63 - 1, -(2**63), 123456789012),
    "F": (0.0, 1.0, 2.0, -0.0, 0.5, float("nan"), float("inf"), 16777216.0),
    "D": (0.0, 1.0, -0.0, 0.1, float("nan"), float("-inf"), 2.0**31, 1e300),
}
ARRAYS = {4: "ZI", 5: "CI", 6: "FF", 7: "DD", 8: "BI", 9: "SI", 10: "II", 11: "JJ"}
"""Type code of ``newarray``: element and operand type."""
_LETTER = {"Z": "b", "B": "b", "C": "c", "S": "s", "I": "i", "J": "l", "F": "f", "D": "d", "A": "a"}
_BINARY = {"I": "add sub mul div rem and or xor", "J": "add sub mul div rem and or xor"}
_BINARY |= {"F": "add sub mul div rem", "D": "add sub mul div rem"}
_CONVERSIONS = {"I": "JFD", "J": "IFD", "F": "IJD", "D": "IJF"}
_SHUFFLES = {  # category of each entry from the top: 1 or 2 words
    "pop": ("1",),
    "pop2": ("11", "2"),
    "dup": ("1",),
    "dup_x1": ("11",),
    "dup_x2": ("111", "12"),
    "dup2": ("11", "2"),
    "dup2_x1": ("111", "21"),
    "dup2_x2": ("1111", "211", "112", "22"),
    "swap": ("11",),
}


class AssembledWriter:
    """Writes the class ``Assembled<seed>``; ``methods`` has name, parameters and result of each, as descriptors."""

    def __init__(self, seed: int, methods: int = 5) -> None:
        self.random = random.Random(seed)
        self.name = f"Assembled{seed}"
        self.methods: list[tuple[str, tuple[str, ...], str]] = []
        self.listing: list[str] = []
        self.count = methods
        self.out = ClassWriter(self.name)
        self.code = Code()
        self.stack: list[str] = []
        self.locals: dict[str, list[int]] = {}
        self.labels = 0
        self.next_local = 0

    def write(self, folder: Path) -> None:
        """Make the class and write it."""
        for kind in KINDS:
            self.out.field(f"s{kind}", kind)
            self.out.field(f"i{kind}", kind, PUBLIC)
        self.out.field("sA", "Ljava/lang/Object;")
        self.out.field("last", "Ljava/lang/Throwable;")
        self._constructor()
        for number in range(self.count):
            self._method(number)
        self.out.write(folder)

    def _constructor(self) -> None:
        self.code = Code()
        self.code.op("aload_0")
        self.code.op2("invokespecial", self.out.member("method", "java/lang/Object", "<init>", "()V"))
        self.code.op("return")
        self.out.method("<init>", "()V", self.code, PUBLIC)

    def _method(self, number: int) -> None:
        r = self.random
        parameters = tuple(r.choice("IJFD") for _ in range(r.randint(0, 3)))
        if r.random() < 0.3:
            parameters = ("Ljava/lang/String;", *parameters)
        returns = r.choice(("I", "J", "F", "D", "Ljava/lang/Object;", "V"))
        self.code, self.stack = Code(), []
        self.listing.append(f"m{number}({''.join(parameters)}){returns}:")
        self._locals(parameters)
        guarded = r.random() < 0.7
        self.code.label("start")
        for _ in range(r.randint(15, 50)):
            self._step(0, 3)
        self.code.label("end")
        self._leave(returns)
        if guarded:
            self.code.handler("start", "end", "caught", 0)
            self.code.label("caught")
            self.code.op2("putstatic", self._static("last", "Ljava/lang/Throwable;"))
            self.stack = []
            self._leave(returns)
        self.out.method(f"m{number}", f"({''.join(parameters)}){returns}", self.code, STATIC | PUBLIC, (60, 400))
        self.methods.append((f"m{number}", parameters, returns))

    def _locals(self, parameters: tuple[str, ...]) -> None:
        """Parameters, then a near and a far variable of each type."""
        self.locals = {kind: [] for kind in "IJFDA"}
        at = 0
        for kind in parameters:
            self.locals[kind if kind in KINDS else "A"].append(at)
            at += 2 if kind in WIDE else 1
        far = self.random.randint(256, 300)
        kinds = list("IJFDA")
        self.random.shuffle(kinds)
        for kind in kinds:
            for place in (at, far):
                self._constant(kind)
                self._store(kind, place)
                self.locals[kind].append(place)
            at += 2 if kind in WIDE else 1
            far += self.random.randint(2, 9)
        self.next_local = at

    def _leave(self, returns: str) -> None:
        kind = returns if returns in KINDS else "A"
        if returns == "V":
            self._op("return")
            return
        self._load(kind)
        self._op({"I": "ireturn", "J": "lreturn", "F": "freturn", "D": "dreturn", "A": "areturn"}[kind])
        self.stack.pop()

    # -- emitting -----------------------------------------------------------------------------------------------

    def _op(self, name: str, *operands: int) -> None:
        self.code.op(name, *operands)
        self.listing.append(f"  {name} {' '.join(map(str, operands))}")

    def _op2(self, name: str, operand: int) -> None:
        self.code.op2(name, operand)
        self.listing.append(f"  {name} #{operand}")

    def _jump(self, name: str, label: str) -> None:
        self.code.jump(name, label)
        self.listing.append(f"  {name} {label}")

    def _place(self, label: str) -> None:
        self.code.label(label)
        self.listing.append(f" {label}:")

    def _label(self) -> str:
        self.labels += 1
        return f"L{self.labels}"

    def _static(self, name: str, descriptor: str) -> int:
        return self.out.member("field", self.name, name, descriptor)

    # -- steps --------------------------------------------------------------------------------------------------

    def _step(self, floor: int, depth: int) -> None:
        """One step that touches nothing below ``floor`` on the stack."""
        r = self.random
        if len(self.stack) - floor < 2 or r.random() < 0.3:
            self._push()
            return
        kinds = [self._arithmetic] * 5 + [self._convert] * 3 + [self._shuffle] * 6 + [self._unary] * 2
        kinds += [self._keep] * 2 + [self._increment, self._array, self._member, self._call]
        if depth > 0:
            kinds += [self._branch, self._branch, self._subroutine, self._far, self._references]
        chosen = r.choice(kinds)
        if chosen in (self._branch, self._subroutine, self._far):
            chosen(floor, depth - 1)
        else:
            chosen(floor)

    def _push(self) -> None:
        kind = self.random.choice("IIJJFDA")
        if self.random.random() < 0.5:
            self._constant(kind)
        else:
            self._load(kind)

    def _constant(self, kind: str) -> None:
        r = self.random
        if kind == "A":
            if r.random() < 0.3:
                self._op("aconst_null")
            else:
                self._op2("ldc_w", self.out.string(r.choice(("", "ab", "x1"))))
            self.stack.append("A")
            return
        value = r.choice(NUMBERS[kind])
        short = {("I", v): f"iconst_{v}" if v >= 0 else "iconst_m1" for v in (-1, 0, 1, 2, 3, 4, 5)}
        short |= {("J", v): f"lconst_{v}" for v in (0, 1)}
        if (kind, value) in short and r.random() < 0.7:
            self._op(short[kind, value])
        elif (
            kind in "FD"
            and str(value) in ("0.0", "1.0", "2.0")
            and not (kind == "D" and value == 2)
            and r.random() < 0.7
        ):
            self._op(f"{kind.lower()}const_{int(value)}")
        elif kind == "I" and -128 <= value <= 127:
            self._op("bipush", int(value))
        elif kind == "I" and -32768 <= value <= 32767:
            self._op2("sipush", int(value))
        elif kind in WIDE:
            self._op2("ldc2_w", self.out.number(kind, value))
        else:
            index = self.out.number(kind, value)
            if index < 256 and r.random() < 0.5:
                self._op("ldc", index)
            else:
                self._op2("ldc_w", index)
        self.stack.append(kind)

    def _access(self, name: str, place: int) -> None:
        """A load, store or ``ret`` in one of the forms that reach the variable."""
        r = self.random
        if place < 4 and name != "ret" and r.random() < 0.6:
            self._op(f"{name}_{place}")
        elif place > 255 or r.random() < 0.2:
            self.code.wide(name, place)
            self.listing.append(f"  wide {name} {place}")
        else:
            self._op(name, place)

    def _load(self, kind: str) -> None:
        self._access(f"{_LETTER[kind]}load", self.random.choice(self.locals[kind]))
        self.stack.append(kind)

    def _store(self, kind: str, place: int) -> None:
        self._access(f"{_LETTER[kind]}store", place)
        self.stack.pop()

    def _keep(self, floor: int) -> None:
        kind = self.stack[-1]
        self._store(kind, self.random.choice(self.locals[kind]))

    def _increment(self, floor: int) -> None:
        r = self.random
        place = r.choice(self.locals["I"])
        if place > 255 or r.random() < 0.4:
            amount = r.choice((1, -1, 300, -32768, 32767))
            self.code.wide("iinc", place, amount)
            self.listing.append(f"  wide iinc {place} {amount}")
        else:
            self._op("iinc", place, r.choice((1, -1, 127, -128)))

    def _arithmetic(self, floor: int) -> None:
        r = self.random
        left, right = self.stack[-2:]
        if right == "I" and left in "IJ" and r.random() < 0.4:
            self._op(f"{left.lower() if left == 'I' else 'l'}{r.choice(('shl', 'shr', 'ushr'))}")
            self.stack.pop()
            return
        if left == "A" or right == "A":
            return
        if right != left:
            self._op(f"{_LETTER[right]}2{_LETTER[left]}")
            self.stack[-1] = left
        if left != "I" and r.random() < 0.25:
            self._op({"J": "lcmp", "F": r.choice(("fcmpl", "fcmpg")), "D": r.choice(("dcmpl", "dcmpg"))}[left])
            self.stack[-2:] = ["I"]
            return
        self._op(_LETTER[left] + r.choice(_BINARY[left].split()))
        self.stack.pop()

    def _unary(self, floor: int) -> None:
        kind = self.stack[-1]
        if kind in KINDS:
            names = ["neg"] if kind != "I" else ["neg", "2b", "2c", "2s"]
            self._op(_LETTER[kind] + self.random.choice(names))

    def _convert(self, floor: int) -> None:
        kind = self.stack[-1]
        if kind in KINDS:
            to = self.random.choice(_CONVERSIONS[kind])
            self._op(f"{_LETTER[kind]}2{_LETTER[to]}")
            self.stack[-1] = to

    def _shuffle(self, floor: int) -> None:
        """One of the instructions that move stack entries, in one of its forms."""
        r = self.random
        if r.random() < 0.1:
            self._op("nop")
            return
        shape = "".join("2" if kind in WIDE else "1" for kind in reversed(self.stack[floor:]))
        fitting = [(name, form) for name, forms in _SHUFFLES.items() for form in forms if shape.startswith(form)]
        name, form = r.choice(fitting)
        self._op(name)
        taken = self.stack[len(self.stack) - len(form) :]
        del self.stack[len(self.stack) - len(form) :]
        if name == "swap":
            self.stack += reversed(taken)
        elif name.startswith("dup"):
            moved = 1 if form[0] == "2" or not name.startswith("dup2") else 2
            self.stack += taken[len(taken) - moved :] + taken
        # what is popped is gone

    def _branch(self, floor: int, depth: int) -> None:
        r = self.random
        label = self._label()
        top = self.stack[-1]
        if top == "A" and r.random() < 0.5:
            self._jump(r.choice(("ifnull", "ifnonnull")), label)
            self.stack.pop()
        elif self.stack[-2:] == ["I", "I"] and r.random() < 0.7:
            self._jump(f"if_icmp{r.choice(('eq', 'ne', 'lt', 'ge', 'gt', 'le'))}", label)
            del self.stack[-2:]
        elif self.stack[-2:] == ["A", "A"]:
            self._jump(f"if_acmp{r.choice(('eq', 'ne'))}", label)
            del self.stack[-2:]
        else:
            self._load("I")
            self._jump(f"if{r.choice(('eq', 'ne', 'lt', 'ge', 'gt', 'le'))}", label)
            self.stack.pop()
        self._body(depth)
        self._place(label)

    def _body(self, depth: int) -> None:
        """Some steps that leave the stack as it is."""
        floor = len(self.stack)
        for _ in range(self.random.randint(1, 6)):
            self._step(floor, depth)
        while len(self.stack) > floor:
            wide = self.stack.pop() in WIDE
            self._op("pop2" if wide else "pop")

    def _subroutine(self, floor: int, depth: int) -> None:
        """A subroutine, called once or twice with one stack shape."""
        r = self.random
        start, after = self._label(), self._label()
        for _ in range(r.randint(1, 2)):
            self._jump(r.choice(("jsr", "jsr_w")), start)
        self._jump(r.choice(("goto", "goto_w")), after)
        self._place(start)
        place = self.next_local
        self.next_local += 1
        self._access("astore", place)
        self._body(0)
        self._access("ret", place)
        self._place(after)

    def _far(self, floor: int, depth: int) -> None:
        """A switch whose cases meet again."""
        after = self._label()
        cases = {key: self._label() for key in self.random.sample((-7, -1, 0, 1, 5, 1000, 2**31 - 1), 3)}
        self._load("I")
        self.listing.append(f"  lookupswitch {cases} default {after}")
        self.code.switch(cases, after)
        self.stack.pop()
        for label in cases.values():
            self._place(label)
            self._body(depth)
            self._jump(self.random.choice(("goto", "goto_w")), after)
        self._place(after)

    def _array(self, floor: int) -> None:
        """An array made, written and read; the index may be one too many."""
        r = self.random
        code, (element, kind) = r.choice(list(ARRAYS.items()))
        letter = _LETTER[element]
        self._op("iconst_2")
        self._op("newarray", code)
        self._op(r.choice(("dup", "dup", "dup", "aconst_null")))
        self._op(r.choice(("iconst_0", "iconst_1", "iconst_1", "iconst_2", "iconst_m1")))
        self.stack += ["A", "A", "I"]
        self._load(kind)
        self._op(f"{letter}astore")
        del self.stack[-3:]
        self._op("dup")
        self._op("arraylength")
        self._op("iconst_1")
        self._op(r.choice(("isub", "isub", "isub", "iadd")))
        self._op(f"{letter}aload")
        self.stack[-1] = kind

    def _references(self, floor: int) -> None:
        r = self.random
        self._load("A")
        match r.randint(0, 5):
            case 0:
                self._op2("instanceof", self.out.klass(r.choice(("java/lang/String", "java/lang/Integer"))))
                self.stack[-1] = "I"
            case 1:
                self._op2("checkcast", self.out.klass(r.choice(("java/lang/String", "java/lang/Comparable", "[I"))))
            case 2:
                self._op("dup")
                self._op("monitorenter")
                self._op("monitorexit")
                self.stack.pop()
            case 3:
                self._op2("checkcast", self.out.klass("java/lang/String"))
                self._op2("invokevirtual", self.out.member("method", "java/lang/String", "length", "()I"))
                self.stack[-1] = "I"
            case 4:
                member = self.out.member("interface", "java/lang/CharSequence", "length", "()I")
                self._op2("checkcast", self.out.klass("java/lang/CharSequence"))
                self._op("invokeinterface", member >> 8, member, 1, 0)
                self.stack[-1] = "I"
            case _:
                self._op("iconst_2")
                self._op("iconst_3")
                name = self.out.klass("[[I")
                self._op("multianewarray", name >> 8, name, 2)
                self._op("iconst_1")
                self._op("aaload")
                self.stack.append("A")

    def _member(self, floor: int) -> None:
        """A static field, or a field of a new object, written and read."""
        r = self.random
        kind = self.stack[-1]
        descriptor = kind if kind in KINDS else "Ljava/lang/Object;"
        if kind == "A" or r.random() < 0.5:
            index = self._static(f"s{kind}", descriptor)
            if r.random() < 0.6:
                self._op2("putstatic", index)
                self.stack.pop()
            else:
                self._op2("getstatic", index)
                self.stack.append(kind)
            return
        self._op2("new", self.out.klass(self.name))
        self._op("dup")
        self._op2("invokespecial", self.out.member("method", self.name, "<init>", "()V"))
        self._op("dup")
        self.stack += ["A", "A"]
        self._load(kind)
        field = self.out.member("field", self.name, f"i{kind}", kind)
        self._op2("putfield", field)
        self._op2("getfield", field)
        del self.stack[-3:]
        self.stack.append(kind)

    def _call(self, floor: int) -> None:
        if not self.methods:
            return
        name, parameters, returns = self.random.choice(self.methods)
        if any(kind not in KINDS for kind in parameters):
            return
        for kind in parameters:
            self._load(kind)
        self._op2("invokestatic", self.out.member("method", self.name, name, f"({''.join(parameters)}){returns}"))
        if parameters:
            del self.stack[-len(parameters) :]
        if returns != "V":
            self.stack.append(returns if returns in KINDS else "A")
