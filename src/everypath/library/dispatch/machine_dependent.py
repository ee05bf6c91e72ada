"""The subsystems of the JDK that depend on the machine: a call into one of them is unsupported.

Providers of cryptography, sockets, files, logging, resource bundles, service loaders, thread pools and reflection
inspect the machine, its configuration and its class path when they start. Run here, their code would find none of
these and compute wrong results. A path that calls into a subsystem ends as unsupported; the reason names the method.

These run nevertheless: methods with a model, enums, throwables and records of these packages, the classes of
`HARMLESS`, class initialisers (their calls are checked in turn), and the target of the analysis.
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
"""Packages of subsystems, with their sub-packages."""

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
"""Classes of subsystems in other packages, with their nested classes."""

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
"""Classes of these packages that only compute, with their nested classes."""


HARMLESS_PACKAGES = ("com/sun/beans/",)
"""Packages among them that only compute, with their sub-packages."""

READING = frozenset({("java/util/ResourceBundle", "getBundle")})
"""The only static methods of their classes that enter a subsystem; all others run."""


def is_machine_dependent(method: Method) -> bool:
    """True if a call of this method enters a subsystem of the JDK."""
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
