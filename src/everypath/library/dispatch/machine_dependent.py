"""The subsystems of the JDK that depend on the machine it runs on: they are never run half-booted.

Providers of cryptography, sockets, files, logging, resource bundles of programs, service loaders, pools of threads and
reflection find out at their start what the machine, its configuration and its class path offer. Their code, run here,
would find nothing and draw conclusions from that. A path that calls into one of them ends as unsupported, under the
name of the method where it entered.

What does run: models, enums, throwables and records in these packages, the classes of `HARMLESS`, initialisers of
classes (what they call is looked at again), and whatever is itself the target of the analysis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import outermost_class

if TYPE_CHECKING:
    from everypath.program import Class, Method

PACKAGES = (
    "com/sun/",
    "java/awt/",
    "java/lang/invoke/",
    "java/lang/management/",
    "java/lang/module/",
    "java/lang/reflect/",
    "java/net/",
    "java/nio/channels/",
    "java/nio/file/",
    "java/rmi/",
    "java/security/",
    "java/sql/",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/prefs/",
    "javax/",
    "jdk/internal/loader/",
    "jdk/internal/logger/",
    "jdk/internal/module/",
    "jdk/internal/reflect/",
    "sun/net/",
    "sun/nio/ch/",
    "sun/nio/fs/",
    "sun/reflect/annotation/",
    "sun/reflect/misc/",
    "sun/security/",
    "sun/util/logging/",
)
"""Packages, with those below them."""

CLASSES = frozenset(
    {
        "java/io/Console",
        "java/io/FileInputStream",
        "java/io/FileOutputStream",
        "java/io/RandomAccessFile",
        "java/lang/ClassLoader",
        "java/lang/Module",
        "java/lang/ModuleLayer",
        "java/lang/Process",
        "java/lang/ProcessBuilder",
        "java/lang/ProcessHandleImpl",
        "java/util/ServiceLoader",
        "java/util/Timer",
        "java/util/concurrent/CompletableFuture",
        "java/util/concurrent/Executors",
        "java/util/concurrent/ForkJoinPool",
        "java/util/concurrent/ForkJoinTask",
        "java/util/concurrent/ScheduledThreadPoolExecutor",
        "java/util/concurrent/ThreadPoolExecutor",
        "java/util/zip/Deflater",
        "java/util/zip/Inflater",
        "java/util/zip/ZipFile",
    }
)
"""Single classes of other packages; the classes nested in them belong to them."""

HARMLESS = frozenset(
    {
        "java/lang/invoke/CallSite",
        "java/lang/invoke/ConstantBootstraps",
        "java/lang/invoke/ConstantCallSite",
        "java/lang/invoke/MethodType",
        "java/lang/invoke/MutableCallSite",
        "java/lang/invoke/TypeDescriptor",
        "java/lang/invoke/VolatileCallSite",
        "java/lang/reflect/AccessibleObject",
        "java/lang/reflect/Array",
        "java/lang/reflect/Constructor",
        "java/lang/reflect/Executable",
        "java/lang/reflect/Field",
        "java/lang/reflect/Method",
        "java/lang/reflect/Modifier",
        "java/lang/reflect/Parameter",
        "java/lang/reflect/ParameterizedType",
        "java/lang/reflect/RecordComponent",
        "java/lang/reflect/ReflectAccess",
        "java/lang/reflect/Type",
        "java/net/URI",
        "java/net/URLDecoder",
        "java/net/URLEncoder",
        "java/security/AccessControlContext",
        "java/security/AccessController",
        "java/security/BasicPermission",
        "java/security/Permission",
        "java/sql/Date",
        "java/sql/Time",
        "java/sql/Timestamp",
        "java/util/logging/Level",
        "jdk/internal/reflect/Reflection",
        "jdk/internal/reflect/ReflectionFactory",
        "sun/reflect/annotation/AnnotationInvocationHandler",
        "sun/reflect/misc/ReflectUtil",
        "sun/security/action/GetBooleanAction",
        "sun/security/action/GetIntegerAction",
        "sun/security/action/GetLongAction",
        "sun/security/action/GetPropertyAction",
    }
)
"""Classes of these packages that only compute; the classes nested in them belong to them."""


HARMLESS_PACKAGES = ("com/sun/beans/",)
"""Packages of these, with those below them, that only compute."""

READING = frozenset({("java/util/ResourceBundle", "getBundle")})
"""Where a class only computes but for these static methods: they enter the subsystem, the others run."""


def is_machine_dependent(method: Method) -> bool:
    """Whether a call of this method of the JDK enters a subsystem."""
    owner = method.owner
    if any(owner.name == name for name, _ in READING):
        return method.is_static and (owner.name, method.name) in READING
    if owner.is_target or method.is_abstract or method.name == "<clinit>":
        return False
    outermost = outermost_class(owner.name)
    listed = outermost in CLASSES or owner.name.startswith(PACKAGES)
    harmless = outermost in HARMLESS or owner.name.startswith(HARMLESS_PACKAGES)
    return listed and not harmless and not _is_plain_data(owner)


def _is_plain_data(cls: Class) -> bool:
    return any(
        parent.name in ("java/lang/Throwable", "java/lang/Enum", "java/lang/Record") for parent in cls.supertypes
    )
