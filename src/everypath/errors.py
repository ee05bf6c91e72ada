"""The errors that everypath raises: one class per reaction. Java throwables are data in the state, not errors."""


class EverypathError(Exception):
    """Root of every error raised by everypath itself."""


class UsageError(EverypathError):
    """The user's input cannot be used: one clear line is printed and the exit code is 2."""


class TargetError(EverypathError):
    """A part of the analysed code cannot be used: it is missing or damaged, or it does not link. No bug of ours."""


class ClassFormatError(TargetError):
    """Bytes that are not a readable class file, archive or runtime image (JVMS chapter 4)."""


class MissingClassError(TargetError):
    """A class that the analysed code names is on no class path entry."""

    def __init__(self, name: str) -> None:
        super().__init__(f"class {name.replace('/', '.')} is not on the class path")
        self.name = name


class LinkageError(TargetError):
    """Resolution of a field or method failed; carries the Java error class the JVM would throw.

    ``worded`` is true if the message is that of the JVM, word for word.
    """

    def __init__(self, java_class: str, message: str, *, worded: bool = False) -> None:
        super().__init__(f"{java_class.rsplit('/', 1)[-1]}: {message}")
        self.worded = worded
        self.java_class = java_class
        self.message = message


class UnsupportedError(EverypathError):
    """The machine met a construct it does not execute; the path ends as ``unsupported`` with this name."""

    code = "unsupported"

    def __init__(self, construct: str) -> None:
        super().__init__(f"unsupported: {construct}")
        self.construct = construct


class ContainedError(UnsupportedError):
    """The machine met a sink of the JDK that the JVM refuses (`everypath.bridge.guard`).

    The path ends as ``contained``.
    """

    code = "contained"


class EngineError(EverypathError):
    """An invariant of the engine was violated: a bug in everypath. The method ends as ``failed``."""


class WitnessContradictionError(EngineError):
    """A path's witness does not satisfy the path condition. That is allowed only if the solvers did not decide it."""


class BridgeError(EverypathError):
    """The real JVM could not be started, or refused a request in a way a caller must handle."""


class NoJdkError(UsageError):
    """No usable JDK was found; the message says how to get one."""
