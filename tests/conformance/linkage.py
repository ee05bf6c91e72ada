"""Classes whose linkage goes wrong, one method for each exceptional edge that javac would not let a program reach.

``Link<seed>`` names members of ``Link<seed>$Other`` and its relatives that are missing, of the wrong kind, private,
final or abstract. Each step has a method of its own, which keeps what was thrown in a field of its own and counts;
``all()`` calls every step, in an order that the seed decides. Native methods are no part of it: without a model, their
result is unknown here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tests.vm.assembler import ABSTRACT, FINAL, INTERFACE, PRIVATE, PUBLIC, STATIC, SYNCHRONIZED, ClassWriter, Code

_RETURNS = {"I": ("iconst_1", "ireturn"), "J": ("lconst_1", "lreturn"), "F": ("fconst_1", "freturn")}
_RETURNS |= {"D": ("dconst_1", "dreturn"), "Ljava/lang/Object;": ("aconst_null", "areturn"), "V": ("nop", "return")}


class LinkWriter:
    """Writes ``Link<seed>`` and its relatives; ``methods`` are those that may be called."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.name = f"Link{seed}"
        self.other, self.base = f"{self.name}$Other", f"{self.name}$Base"
        self.face, self.hidden = f"{self.name}$Face", f"apart/{self.name}"
        self.methods: list[tuple[str, tuple[str, ...], str]] = [("all", (), "I")]
        self.listing: list[str] = []
        self.out = ClassWriter(self.name, parent=self.base)
        self.steps: list[str] = []

    def write(self, folder: Path) -> None:
        """Make the classes and write them."""
        (folder / "apart").mkdir(exist_ok=True)
        for made in (self._hidden(), self._interface(), self._abstract(), self._victim()):
            made.write(folder)
        out = self.out
        out.klass(self.hidden)  # within reach of `ldc`
        out.field("count", "I")
        _constructor(out, self.base)
        for kind in _RETURNS:
            self._unlocked_return(kind)
        for edges in (self._fields, self._calls, self._special_calls, self._classes, self._monitors):
            edges()
        self._all()
        out.write(folder)

    # -- the relatives ------------------------------------------------------------------------------------------

    def _hidden(self) -> ClassWriter:
        made = ClassWriter(self.hidden, access=0x20)
        _constructor(made, "java/lang/Object")
        return made

    def _interface(self) -> ClassWriter:
        made = ClassWriter(self.face, access=PUBLIC | INTERFACE | ABSTRACT)
        for name in ("face", "closed"):
            made.method(name, "()I", None, PUBLIC | ABSTRACT)
        return made

    def _abstract(self) -> ClassWriter:
        made = ClassWriter(self.base, access=PUBLIC | ABSTRACT | 0x20)
        _constructor(made, "java/lang/Object")
        made.method("todo", "()I", None, PUBLIC | ABSTRACT)
        return made

    def _victim(self) -> ClassWriter:
        """A class that is not abstract and leaves ``todo`` and ``face`` open."""
        made = ClassWriter(self.other, parent=self.base, interfaces=(self.face,))
        _constructor(made, self.base)
        made.field("number", "I")
        made.field("constant", "I", PUBLIC | STATIC | FINAL)
        made.field("secret", "I", PRIVATE | STATIC)
        made.field("own", "I", PUBLIC)
        made.field("fixed", "I", PUBLIC | FINAL)
        made.field("inner", "I", PRIVATE)
        three = Code()
        three.op("iconst_3")
        three.op("ireturn")
        made.method("<init>", "(J)V", _constructor_code(made, self.base), PRIVATE)
        made.method("given", "()I", three, PUBLIC | STATIC)
        made.method("hush", "()I", three, PRIVATE | STATIC)
        made.method("plain", "()I", three, PUBLIC)
        made.method("quiet", "()I", three, PRIVATE)
        made.method("closed", "()I", three, 0)
        return made

    # -- steps --------------------------------------------------------------------------------------------------

    def _step(self, body: Callable[[Code], None], access: int = STATIC | PUBLIC) -> None:
        """A method that does something, keeps what is thrown, and goes on."""
        name = f"step{len(self.steps)}"
        code = Code()
        code.label("start")
        for _ in range(self.random.randint(0, 2)):
            code.op(self.random.choice(("nop", "iconst_0")))
            if code.bytes[-1]:  # not nop
                code.op("pop")
        body(code)
        code.label("end")
        code.op("return")
        code.label("caught")
        self.out.field(f"of_{name}", "Ljava/lang/Throwable;")
        code.op2("putstatic", self.out.member("field", self.name, f"of_{name}", "Ljava/lang/Throwable;"))
        count = self.out.member("field", self.name, "count", "I")
        code.op2("getstatic", count)
        code.op("bipush", self.random.randint(1, 100))
        code.op("iadd")
        code.op2("putstatic", count)
        code.op("return")
        code.handler("start", "end", "caught")
        self.out.method(name, "()V", code, access)
        self.steps.append(name)

    def _all(self) -> None:
        code = Code()
        order = self.steps * 2  # what failed once fails again
        self.random.shuffle(order)
        for name in order:
            code.op2("invokestatic", self.out.member("method", self.name, name, "()V"))
        code.op2("getstatic", self.out.member("field", self.name, "count", "I"))
        code.op("ireturn")
        self.out.method("all", "()I", code)

    def _new(self, code: Code, name: str) -> None:
        code.op2("new", self.out.klass(name))
        code.op("dup")
        code.op2("invokespecial", self.out.member("method", name, "<init>", "()V"))

    def _fields(self) -> None:
        """No such field, a field of the other kind, a private and a final one."""
        out = self.out
        for name in ("missing", "own", "secret"):
            index = out.member("field", self.other, name, "I")
            self._step(lambda code, index=index: (code.op2("getstatic", index), code.op("pop")))
            self._step(lambda code, index=index: (code.op("iconst_1"), code.op2("putstatic", index)))
        final = out.member("field", self.other, "constant", "I")
        self._step(lambda code: (code.op("iconst_1"), code.op2("putstatic", final)))
        for name in ("missing", "number", "inner"):
            index = out.member("field", self.other, name, "I")
            self._step(lambda c, index=index: (self._new(c, self.other), c.op2("getfield", index), c.op("pop")))
            self._step(lambda c, index=index: (self._new(c, self.other), c.op("iconst_1"), c.op2("putfield", index)))
        fixed = out.member("field", self.other, "fixed", "I")
        self._step(lambda c: (self._new(c, self.other), c.op("iconst_1"), c.op2("putfield", fixed)))

    def _calls(self) -> None:
        """Methods that are missing, of the other kind, private or abstract."""
        out = self.out
        for name in ("missing", "plain", "hush"):
            index = out.member("method", self.other, name, "()I")
            self._step(lambda c, index=index: (c.op2("invokestatic", index), c.op("pop")))
        for owner, name in (
            (self.other, "missing"), (self.other, "given"), (self.other, "quiet"), (self.other, "todo"),
            (self.base, "todo"), (self.other, "face"), (self.face, "face"),
        ):  # fmt: skip
            index = out.member("method", owner, name, "()I")
            self._step(lambda c, i=index: (self._new(c, self.other), c.op2("invokevirtual", i), c.op("pop")))
        for owner, name in ((self.face, "missing"), (self.face, "face"), (self.face, "closed")):
            index = out.member("interface", owner, name, "()I")
            self._step(lambda c, i=index: (self._new(c, self.other), _interface_call(c, i), c.op("pop")))
        index = out.member("interface", self.face, "face", "()I")
        self._step(lambda c: (c.op2("ldc_w", out.string("no Face")), _interface_call(c, index), c.op("pop")))

    def _special_calls(self) -> None:
        """``invokespecial``: upwards to what is missing, static or abstract, and on null."""
        out = self.out
        out.method("mine", "()I", _constant_method(), PRIVATE)
        mine = out.member("method", self.name, "mine", "()I")
        self._step(lambda c: (c.op("aconst_null"), c.op2("invokespecial", mine), c.op("pop")))
        for owner, name in ((self.base, "todo"), (self.base, "missing")):
            index = out.member("method", owner, name, "()I")
            self._step(lambda c, i=index: (self._new(c, self.name), c.op2("invokespecial", i), c.op("pop")))
        step = out.member("method", self.name, self.steps[0], "()V")
        self._step(lambda c: (self._new(c, self.name), c.op2("invokespecial", step)))
        constructor = out.member("method", self.other, "<init>", "(I)V")
        self._step(
            lambda c: (c.op2("new", out.klass(self.other)), c.op("iconst_1"), c.op2("invokespecial", constructor))
        )
        private = out.member("method", self.other, "<init>", "(J)V")
        self._step(lambda c: (c.op2("new", out.klass(self.other)), c.op("lconst_1"), c.op2("invokespecial", private)))

    def _classes(self) -> None:
        """Classes that may not be seen, or have no instances."""
        out = self.out
        hidden, array = out.klass(self.hidden), out.klass(f"[[L{self.hidden};")
        text = out.string("x")
        for name in (self.base, self.face, self.hidden):
            self._step(lambda c, n=name: (c.op2("new", out.klass(n)), c.op("pop")))
        self._step(lambda c: (c.op("ldc", hidden), c.op("pop")))
        self._step(lambda c: (c.op2("ldc_w", text), c.op2("checkcast", hidden), c.op("pop")))
        self._step(lambda c: (c.op("aconst_null"), c.op2("checkcast", hidden), c.op("pop")))
        self._step(lambda c: (c.op2("ldc_w", text), c.op2("instanceof", hidden), c.op("pop")))
        self._step(lambda c: (c.op("aconst_null"), c.op2("instanceof", hidden), c.op("pop")))
        self._step(lambda c: (c.op("iconst_1"), c.op2("anewarray", hidden), c.op("pop")))
        self._step(
            lambda c: (
                c.op("iconst_1"),
                c.op("iconst_1"),
                c.op2("multianewarray", array),
                c.bytes.append(2),
                c.op("pop"),
            )
        )

    def _monitors(self) -> None:
        """A monitor that is not held is left."""
        out = self.out
        own = out.klass(self.name)
        self._step(lambda c: (c.op2("ldc_w", out.string("free")), c.op("monitorexit")))
        self._step(lambda c: (c.op("aconst_null"), c.op("monitorexit")))
        self._step(lambda c: (c.op("aconst_null"), c.op("monitorenter")))
        self._step(lambda c: (c.op("aconst_null"), c.op("athrow")))
        code = Code()
        code.op2("ldc_w", own)
        code.op("monitorexit")
        self._new(code, "java/lang/RuntimeException")
        code.op("athrow")
        out.method("unlockedThrow", "()V", code, PUBLIC | STATIC | SYNCHRONIZED)
        index = out.member("method", self.name, "unlockedThrow", "()V")
        self._step(lambda c: c.op2("invokestatic", index))

    def _unlocked_return(self, kind: str) -> None:
        """A synchronized method that has left its own monitor returns."""
        out = self.out
        code = Code()
        code.op2("ldc_w", out.klass(self.name))
        code.op("monitorexit")
        for name in _RETURNS[kind]:
            code.op(name)
        name = f"unlocked{len(self.steps)}"
        out.method(name, f"(){kind}", code, PUBLIC | STATIC | SYNCHRONIZED)
        index = out.member("method", self.name, name, f"(){kind}")
        drop = {"V": "nop", "J": "pop2", "D": "pop2"}.get(kind, "pop")
        self._step(lambda c: (c.op2("invokestatic", index), c.op(drop)))


def _constructor(made: ClassWriter, parent: str) -> None:
    made.method("<init>", "()V", _constructor_code(made, parent), PUBLIC)


def _constructor_code(made: ClassWriter, parent: str) -> Code:
    code = Code()
    code.op("aload_0")
    code.op2("invokespecial", made.member("method", parent, "<init>", "()V"))
    code.op("return")
    return code


def _constant_method() -> Code:
    code = Code()
    code.op("iconst_3")
    code.op("ireturn")
    return code


def _interface_call(code: Code, index: int) -> None:
    code.op("invokeinterface", index >> 8, index, 1, 0)
