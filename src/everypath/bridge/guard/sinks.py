"""The sinks of the JDK: the methods by which code reaches out of its JVM or changes what the next run sees.

One table for both sides. In the JVM each of these methods asks ``SinkGuard`` first (`everypath.bridge.guard`); the
machine ends a path that calls one whose `Check` always refuses. A row names the deepest Java methods that all ways lead
to, public API or reflection, as native code cannot be instrumented. Rows may name methods that only some JDKs have.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, StrEnum
from functools import lru_cache

from everypath.bridge.guard.class_patching import THIS, Insertion
from everypath.classfile import dotted
from everypath.dataclass import dataclass

__all__ = ["SINKS", "Check", "Kind", "Sink", "always_refused", "find_sink", "sink_name", "sinks_by_owner"]


class Kind(StrEnum):
    """What a sink reaches."""

    FILES = "files"
    PROCESSES = "processes"
    NETWORK = "network"
    EXIT = "exit"
    NATIVE = "native code"
    MEMORY = "raw memory"
    REFLECTION = "reflection"
    THREADS = "threads"
    STATE = "global state"
    DIAGNOSTICS = "diagnostics"
    PRINTING = "printing and sound"


_OBJECT = "Ljava/lang/Object;"


class Check(Enum):
    """What ``SinkGuard`` decides: the name of its method, and the types of the values that it gets."""

    REFUSES = ("refuse", "")
    """Always refused."""
    WRITES = ("write", _OBJECT)
    """A file is written, made, moved or deleted: refused outside the scratch folder."""
    WRITES_IN = ("writeIn", _OBJECT)
    """A file is made in a folder: refused outside the scratch folder."""
    READS = ("read", _OBJECT)
    """A file is read: refused where it is no file, but a way to the descriptors or the memory of a process."""
    MOVES = ("move", _OBJECT + _OBJECT)
    """The same of two files."""
    OPENS = ("open", _OBJECT + "I")
    """The same as one of both, by the flags of ``open(2)``."""
    ACCESSES = ("access", _OBJECT + "I")
    """The same by the mode of a ``RandomAccessFile``."""
    OPENS_AT = ("openAt", "I")
    """A file is opened relative to an open folder: refused unless it is only read."""
    LOADS = ("load", "Ljava/lang/Class;")
    """Native code is loaded for a class: refused unless the class is the JDK's own."""
    LOADS_FILE = ("load", "Ljava/lang/Class;Ljava/lang/String;")
    """The same from a file, which must be the JDK's, too."""
    OPENS_CLASS = ("reflect", "Ljava/lang/Class;")
    """Access to private members of a class: refused for classes of everypath."""
    CONSTRUCTS = ("construct", "Ljava/lang/Class;Ljava/lang/reflect/Constructor;")
    """Private constructors of a class are opened for serialisation: refused for classes of the JDK."""
    HOOKS = ("hook", "Ljava/lang/Thread;")
    """A shutdown hook: refused, but for those that the JDK adds for itself."""
    STARTS = ("start", _OBJECT)
    """A thread starts: noted, refused where there are too many."""
    FINALIZES = ("finalizer", _OBJECT)
    """An object with a finaliser is made: noted, the JVM is replaced after the run."""
    CHANGES = ("change", "")
    """The state of the JDK changes: noted, the JVM is replaced after the run."""
    FIELD_1 = ("field1", _OBJECT + "J")
    """A field or an element of one byte is used by its offset: refused unless it is one of the analysed code."""
    FIELD_2 = ("field2", _OBJECT + "J")
    FIELD_4 = ("field4", _OBJECT + "J")
    FIELD_8 = ("field8", _OBJECT + "J")
    REFERENCE = ("reference", _OBJECT + "J" + _OBJECT)
    """The same with a reference that is written."""


@dataclass(frozen=True, slots=True)
class Sink:
    """Methods of one class. ``names`` is empty for all; ``prefix`` is how their descriptors begin.

    ``arguments`` are what the check gets, as in `Insertion`.
    """

    kind: Kind
    owner: str
    names: tuple[str, ...]
    check: Check = Check.REFUSES
    arguments: tuple[int | tuple[str, str], ...] = ()
    prefix: str = "("

    def matches(self, name: str, descriptor: str) -> bool:
        """True if a method of the class is one of these."""
        return (name in self.names if self.names else name[0] != "<") and descriptor.startswith(self.prefix)

    def text(self, name: str) -> str:
        """One of the methods in words: ``java.io.FileOutputStream.open (files)``."""
        return f"{dotted(self.owner)}.{name} ({self.kind})"

    def insertion(self, number: int) -> Insertion:
        """The call that is inserted into the methods."""
        method, values = self.check.value
        return Insertion(method, f"({values}I)V", self.arguments, number)


def _files() -> Iterator[Sink]:
    kind = Kind.FILES
    yield Sink(kind, "java/io/FileOutputStream", ("open",), Check.WRITES, (0,))
    yield Sink(kind, "java/io/FileInputStream", ("open",), Check.READS, (0,))
    yield Sink(kind, "java/io/RandomAccessFile", ("open",), Check.ACCESSES, (0, 1))
    changes = ("delete", "deleteOnExit", "mkdir", "createNewFile", "setLastModified", "setReadOnly")
    yield Sink(kind, "java/io/File", changes, Check.WRITES, (THIS,))
    rights = ("setWritable", "setReadable", "setExecutable")
    yield Sink(kind, "java/io/File", rights, Check.WRITES, (THIS,), "(ZZ)")
    yield Sink(kind, "java/io/UnixFileSystem", ("rename",), Check.MOVES, (0, 1))
    yield Sink(kind, "java/io/File$TempDirectory", ("generateFile",), Check.WRITES_IN, (2,))
    native = "sun/nio/fs/UnixNativeDispatcher"
    path = "(Lsun/nio/fs/UnixPath;"
    yield Sink(kind, native, ("open",), Check.OPENS, (0, 1))
    yield Sink(kind, native, ("openat",), Check.OPENS_AT, (2,))
    yield Sink(kind, native, ("unlink", "rmdir", "mkdir", "chown", "lchown", "chmod"), Check.WRITES, (0,), path)
    yield Sink(kind, native, ("utimes", "lutimes"), Check.WRITES, (0,), path)
    yield Sink(kind, native, ("rename",), Check.MOVES, (0, 1))
    linked = ("link", "symlink", "mknod", "unlinkat", "renameat", "fsetxattr", "fremovexattr")
    yield Sink(kind, native, linked)
    file = (("file", "Lsun/nio/fs/UnixPath;"),)
    views = "sun/nio/fs/UnixFileAttributeViews$"
    yield Sink(kind, views + "Basic", ("setTimes",), Check.WRITES, file)
    yield Sink(kind, views + "Posix", ("setMode", "setOwners"), Check.WRITES, file)
    secure = "sun/nio/fs/UnixSecureDirectoryStream$"
    yield Sink(kind, secure + "BasicFileAttributeViewImpl", ("setTimes",))
    yield Sink(kind, secure + "PosixFileAttributeViewImpl", ("setPermissions", "setOwners"))
    yield Sink(kind, secure[:-1], ("move", "deleteFile", "deleteDirectory"))
    yield Sink(kind, "java/util/prefs/FileSystemPreferencesFactory", ("userRoot", "systemRoot"))


def _processes() -> Iterator[Sink]:
    kind = Kind.PROCESSES
    yield Sink(kind, "java/lang/ProcessImpl", ("start",))
    yield Sink(kind, "java/lang/ProcessHandleImpl", ("destroyProcess",))
    yield Sink(kind, "jdk/internal/misc/Signal", ("raise", "handle"))
    yield Sink(kind, "sun/tools/attach/VirtualMachineImpl", ("<init>",))
    yield Sink(kind, "sun/tools/attach/AttachProviderImpl", ("attachVirtualMachine",))
    yield Sink(Kind.EXIT, "java/lang/Shutdown", ("exit", "halt"))
    yield Sink(Kind.EXIT, "java/lang/ApplicationShutdownHooks", ("add",), Check.HOOKS, (0,))
    yield Sink(Kind.EXIT, "java/lang/ApplicationShutdownHooks", ("remove",), Check.HOOKS, (0,))


def _network() -> Iterator[Sink]:
    kind = Kind.NETWORK
    yield Sink(kind, "sun/nio/ch/Net", ("socket", "serverSocket"))
    yield Sink(kind, "sun/nio/ch/UnixDomainSockets", ("socket",))
    yield Sink(kind, "sun/nio/ch/sctp/SctpNet", ("socket",))
    yield Sink(kind, "java/net/AbstractPlainSocketImpl", ("create",))
    yield Sink(kind, "java/net/AbstractPlainDatagramSocketImpl", ("create",))
    yield Sink(kind, "java/net/InetAddress$PlatformNameService", ("lookupAllHostAddr", "getHostByAddr"))
    yield Sink(kind, "java/net/InetAddress$PlatformResolver", ("lookupByName", "lookupByAddress"))
    yield Sink(kind, "java/net/Inet4AddressImpl", ("isReachable",))
    yield Sink(kind, "java/net/Inet6AddressImpl", ("isReachable",))


def _native_code() -> Iterator[Sink]:
    kind = Kind.NATIVE
    yield Sink(kind, "java/lang/Runtime", ("load0",), Check.LOADS_FILE, (0, 1))
    yield Sink(kind, "java/lang/Runtime", ("loadLibrary0",), Check.LOADS, (0,))
    yield Sink(kind, "jdk/internal/loader/RawNativeLibraries", ("load",))
    yield Sink(kind, "jdk/internal/foreign/abi/AbstractLinker", ("downcallHandle", "upcallStub"))
    yield Sink(kind, "jdk/internal/foreign/AbstractMemorySegmentImpl", ("reinterpret", "reinterpretInternal"))
    yield Sink(kind, "sun/security/pkcs11/wrapper/PKCS11", ("getInstance", "<init>"))
    yield Sink(kind, "sun/security/jgss/wrapper/SunNativeProvider", ("<clinit>", "<init>"))
    yield Sink(kind, "sun/security/smartcardio/PlatformPCSC", ("<clinit>", "<init>"))
    yield Sink(kind, "com/sun/media/sound/Platform", ("initialize",))


def _memory_and_reflection() -> Iterator[Sink]:
    unsafe = "sun/misc/Unsafe"
    memory = Kind.MEMORY
    blocks = ("copyMemory", "setMemory", "allocateMemory", "reallocateMemory", "freeMemory", "invokeCleaner")
    yield Sink(memory, unsafe, blocks)
    written = ("putObject", "putObjectVolatile", "putOrderedObject", "getAndSetObject")
    yield Sink(memory, unsafe, written, Check.REFERENCE, (0, 1, 2))
    yield Sink(memory, unsafe, ("compareAndSwapObject",), Check.REFERENCE, (0, 1, 3))
    fields = {
        Check.FIELD_1: ("Byte", "Boolean"),
        Check.FIELD_2: ("Short", "Char"),
        Check.FIELD_4: ("Int", "Float"),
        Check.FIELD_8: ("Long", "Double"),
    }
    for check, types in fields.items():
        acts = ("get{}", "put{}", "get{}Volatile", "put{}Volatile")
        swaps = ("putOrdered{}", "compareAndSwap{}", "getAndAdd{}", "getAndSet{}")
        names = [each.format(type_name) for type_name in types for each in acts]
        names += [each.format(type_name) for type_name in types if type_name in ("Int", "Long") for each in swaps]
        yield Sink(memory, unsafe, tuple(names), check, (0, 1), "(Ljava/lang/Object;J")
    yield Sink(memory, unsafe, (), prefix="(Ljava/lang/Object;J")
    yield Sink(memory, unsafe, (), prefix="(J")
    kind = Kind.REFLECTION
    opened = "(Ljava/lang/Class;Ljava/lang/Class;Z)"
    yield Sink(kind, "java/lang/reflect/AccessibleObject", ("checkCanSetAccessible",), Check.OPENS_CLASS, (1,), opened)
    yield Sink(kind, "java/lang/invoke/MethodHandles", ("privateLookupIn",), Check.OPENS_CLASS, (0,))
    constructor = ("newConstructorForSerialization",)
    yield Sink(
        kind,
        "sun/reflect/ReflectionFactory",
        constructor,
        Check.CONSTRUCTS,
        (0, 1),
        "(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)",
    )
    yield Sink(kind, "sun/instrument/InstrumentationImpl", ("loadAgent",))


def _threads() -> Iterator[Sink]:
    kind = Kind.THREADS
    yield Sink(kind, "java/lang/Thread", ("start",), Check.STARTS, (THIS,))
    yield Sink(kind, "java/lang/Thread", ("stop", "suspend", "resume"))
    yield Sink(kind, "java/lang/VirtualThread", ("start",), Check.STARTS, (THIS,))
    yield Sink(kind, "java/lang/ThreadGroup", ("stop", "suspend", "resume", "destroy"))
    yield Sink(kind, "java/lang/ThreadGroup", ("setMaxPriority", "setDaemon"), Check.CHANGES)
    yield Sink(kind, "java/lang/ref/Finalizer", ("register",), Check.FINALIZES, (0,))
    yield Sink(kind, "java/util/concurrent/ForkJoinPool", ("setParallelism",), Check.CHANGES)


_CHANGED: dict[str, tuple[str, ...]] = {
    "java/security/Security": ("addProvider", "insertProviderAt", "removeProvider", "setProperty"),
    "java/security/Provider": (
        *("put", "putAll", "putIfAbsent", "remove", "clear", "load", "replace", "replaceAll", "merge"),
        *("compute", "computeIfAbsent", "computeIfPresent", "putService", "removeService"),
    ),
    "java/security/Policy": ("setPolicy",),
    "java/net/URL": ("setURLStreamHandlerFactory",),
    "java/net/URLConnection": (
        *("setContentHandlerFactory", "setFileNameMap", "setDefaultUseCaches", "setDefaultAllowUserInteraction"),
    ),
    "java/net/HttpURLConnection": ("setFollowRedirects",),
    "java/net/Socket": ("setSocketImplFactory",),
    "java/net/ServerSocket": ("setSocketFactory",),
    "java/net/DatagramSocket": ("setDatagramSocketImplFactory",),
    "java/net/Authenticator": ("setDefault",),
    "java/net/CookieHandler": ("setDefault",),
    "java/net/ResponseCache": ("setDefault",),
    "java/net/ProxySelector": ("setDefault",),
    "javax/net/ssl/HttpsURLConnection": ("setDefaultHostnameVerifier", "setDefaultSSLSocketFactory"),
    "javax/net/ssl/SSLContext": ("setDefault",),
    "java/io/ObjectInputFilter$Config": ("setSerialFilter", "setSerialFilterFactory"),
    "java/lang/ClassLoader": (
        *("setDefaultAssertionStatus", "setPackageAssertionStatus", "setClassAssertionStatus"),
        "clearAssertionStatus",
    ),
    "java/sql/DriverManager": (
        *("registerDriver", "deregisterDriver", "setLogWriter", "setLogStream", "setLoginTimeout"),
    ),
    "java/util/logging/Logger": (
        *("setLevel", "addHandler", "removeHandler", "setFilter", "setUseParentHandlers", "setParent"),
        "setResourceBundle",
    ),
    "java/util/logging/LogManager$RootLogger": ("setLevel", "addHandler", "removeHandler"),
    "java/util/logging/LogManager": ("reset", "readConfiguration", "updateConfiguration"),
    "java/util/logging/Handler": ("setLevel", "setFilter", "setFormatter", "setEncoding", "setErrorManager"),
    "java/beans/Introspector": ("setBeanInfoSearchPath",),
    "java/beans/PropertyEditorManager": ("registerEditor", "setEditorSearchPath"),
    "java/beans/Beans": ("setDesignTime", "setGuiAvailable"),
    "javax/imageio/ImageIO": ("setUseCache", "setCacheDirectory"),
    "javax/imageio/spi/ServiceRegistry": (
        *("registerServiceProvider", "deregisterServiceProvider", "deregisterAll", "setOrdering", "unsetOrdering"),
    ),
    "java/rmi/server/RMISocketFactory": ("setSocketFactory", "setFailureHandler"),
    "java/rmi/server/RemoteServer": ("setLog",),
    "javax/naming/spi/NamingManager": ("setInitialContextFactoryBuilder", "setObjectFactoryBuilder"),
    "javax/security/auth/login/Configuration": ("setConfiguration",),
    "com/sun/jmx/interceptor/DefaultMBeanServerInterceptor": ("registerMBean", "unregisterMBean", "createMBean"),
    "javax/management/MBeanServerFactory": ("createMBeanServer", "releaseMBeanServer"),
    "sun/management/MemoryImpl": ("setVerbose",),
    "sun/management/ClassLoadingImpl": ("setVerbose",),
    "sun/management/MemoryPoolImpl": ("setUsageThreshold", "setCollectionUsageThreshold"),
    "sun/management/ThreadImpl": ("setThreadContentionMonitoringEnabled", "setThreadCpuTimeEnabled"),
    "javax/swing/UIManager": ("setLookAndFeel", "put"),
    "java/awt/Toolkit": ("setLockingKeyState", "addAWTEventListener"),
    "java/awt/KeyboardFocusManager": ("setCurrentKeyboardFocusManager",),
    "java/awt/EventQueue": ("push",),
}
"""Methods that change what all code of a JVM shares, by class."""


def _global_state() -> Iterator[Sink]:
    for owner, names in _CHANGED.items():
        yield Sink(Kind.STATE, owner, names, Check.CHANGES)
    yield Sink(Kind.STATE, "java/lang/System", ("setSecurityManager",))


def _diagnostics() -> Iterator[Sink]:
    kind = Kind.DIAGNOSTICS
    bean = "com/sun/management/internal/"
    yield Sink(kind, bean + "HotSpotDiagnostic", ("dumpHeap", "setVMOption", "dumpThreads"))
    yield Sink(kind, bean + "DiagnosticCommandImpl", ("invoke",))
    yield Sink(kind, "jdk/jfr/FlightRecorder", ("getFlightRecorder",))
    yield Sink(Kind.PRINTING, "sun/print/PrintServiceLookupProvider", ("<init>", "getPrintServices", "execCmd"))
    yield Sink(Kind.PRINTING, "java/awt/print/PrinterJob", ("getPrinterJob",))
    yield Sink(Kind.PRINTING, "javax/print/PrintServiceLookup", ("lookupPrintServices", "lookupDefaultPrintService"))
    yield Sink(Kind.PRINTING, "com/sun/media/sound/DirectAudioDevice$DirectDL", ("implOpen",))
    yield Sink(Kind.PRINTING, "java/awt/Robot", ("<init>",))
    yield Sink(Kind.PRINTING, "java/awt/Desktop", ("getDesktop",))


SINKS: tuple[Sink, ...] = (
    *_files(),
    *_processes(),
    *_network(),
    *_native_code(),
    *_memory_and_reflection(),
    *_threads(),
    *_global_state(),
    *_diagnostics(),
)
"""All rows. Of two rows that match a method, the first counts."""


ENTRIES: dict[tuple[str, str], tuple[str, str]] = {
    ("java/lang/System", "exit"): ("java/lang/Shutdown", "exit"),
    ("java/lang/Runtime", "exit"): ("java/lang/Shutdown", "exit"),
    ("java/lang/Runtime", "halt"): ("java/lang/Shutdown", "halt"),
    ("java/lang/Runtime", "addShutdownHook"): ("java/lang/ApplicationShutdownHooks", "add"),
    ("java/lang/Runtime", "removeShutdownHook"): ("java/lang/ApplicationShutdownHooks", "remove"),
    ("java/lang/Runtime", "exec"): ("java/lang/ProcessImpl", "start"),
    ("java/lang/ProcessBuilder", "start"): ("java/lang/ProcessImpl", "start"),
    ("java/lang/ProcessBuilder", "startPipeline"): ("java/lang/ProcessImpl", "start"),
    ("java/lang/System", "load"): ("java/lang/Runtime", "load0"),
    ("java/lang/System", "loadLibrary"): ("java/lang/Runtime", "loadLibrary0"),
    ("java/lang/Runtime", "load"): ("java/lang/Runtime", "load0"),
    ("java/lang/Runtime", "loadLibrary"): ("java/lang/Runtime", "loadLibrary0"),
    ("java/nio/channels/SocketChannel", "open"): ("sun/nio/ch/Net", "socket"),
    ("java/nio/channels/ServerSocketChannel", "open"): ("sun/nio/ch/Net", "serverSocket"),
    ("java/nio/channels/DatagramChannel", "open"): ("sun/nio/ch/Net", "socket"),
    ("java/nio/file/Files", "createSymbolicLink"): ("sun/nio/fs/UnixNativeDispatcher", "symlink"),
    ("java/nio/file/Files", "createLink"): ("sun/nio/fs/UnixNativeDispatcher", "link"),
}
"""Public methods, by class and name, that always lead analysed code to a sink that is refused."""

_ALL = "*"
"""Stands for the methods of a row without names."""

_NUMBERED: tuple[tuple[Sink, str], ...] = tuple((sink, name) for sink in SINKS for name in sink.names or (_ALL,))
"""Rows and names by the numbers that the JVM knows."""


@lru_cache(maxsize=1)
def sinks_by_owner() -> dict[str, list[tuple[int, Sink]]]:
    """The rows by class, each with the number of its first name; the numbers of the others follow."""
    found: dict[str, list[tuple[int, Sink]]] = {}
    for number, (sink, name) in enumerate(_NUMBERED):
        if name == (sink.names or (_ALL,))[0]:
            found.setdefault(sink.owner, []).append((number, sink))
    return found


def find_sink(owner: str, name: str, descriptor: str) -> tuple[int, Sink] | None:
    """The number and the row of a method, given by the internal name of its class; None if it is no sink."""
    for first, sink in sinks_by_owner().get(owner, ()):
        if sink.matches(name, descriptor):
            return first + (sink.names.index(name) if sink.names else 0), sink
    return None


def sink_name(number: int) -> str:
    """The sink with a number that the JVM gave, in words."""
    sink, name = _NUMBERED[number]
    return sink.text(name)


def always_refused(owner: str, name: str, descriptor: str) -> str | None:
    """The sink, in words, that a call of a method of the JDK always meets when analysed code makes it; None if none."""
    entry = ENTRIES.get((owner, name))
    if entry is not None:
        return next(sink.text(entry[1]) for _, sink in sinks_by_owner()[entry[0]] if entry[1] in sink.names)
    found = find_sink(owner, name, descriptor)
    if found is None or found[1].check is not Check.REFUSES:
        return None
    return found[1].text(name)
