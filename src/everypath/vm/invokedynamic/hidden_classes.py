"""Class files of the machine's own: the hidden classes of lambdas and of proxies."""

from __future__ import annotations

import struct
from collections.abc import Sequence

_FINAL_SYNTHETIC = 0x1030
_PUBLIC_NATIVE = 0x0101


def class_file(
    name: str,
    interfaces: Sequence[str],
    superclass: str = "java/lang/Object",
    methods: Sequence[tuple[str, str]] = (),
) -> bytes:
    """A final synthetic class without fields (JVMS 4.1). ``methods`` are names and descriptors of methods without code:
    they are native, so that models stand for them.
    """
    texts = [name, superclass, *interfaces]
    pool = [_text(each) for each in texts]
    pool += [struct.pack(">BH", 7, index + 1) for index in range(len(texts))]
    classes = len(texts) + 1
    table = b""
    for method, descriptor in methods:
        table += struct.pack(">HHHH", _PUBLIC_NATIVE, len(pool) + 1, len(pool) + 2, 0)
        pool += [_text(method), _text(descriptor)]
    head = struct.pack(">IHHH", 0xCAFEBABE, 0, 52, len(pool) + 1) + b"".join(pool)
    body = struct.pack(">HHHH", _FINAL_SYNTHETIC, classes, classes + 1, len(interfaces))
    body += b"".join(struct.pack(">H", classes + 2 + position) for position in range(len(interfaces)))
    return head + body + struct.pack(">HH", 0, len(methods)) + table + struct.pack(">H", 0)


def _text(value: str) -> bytes:
    encoded = value.encode()
    return struct.pack(">BH", 1, len(encoded)) + encoded
