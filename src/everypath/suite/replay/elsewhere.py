"""Other machines: defaults of the JVM that tests must not depend on."""

from everypath.bridge import JvmDefaults

__all__ = ["ELSEWHERE"]

ELSEWHERE = (
    JvmDefaults(
        locale="tr-TR-u-ca-buddhist-nu-arab",
        zone="America/St_Johns",
        charset="ISO-8859-1",
        properties=(
            ("line.separator", "\r\n"),
            ("os.name", "Windows 11"),
            ("os.version", "10.0"),
            ("os.arch", "aarch64"),
            ("java.vendor", "Someone Else"),
            ("java.vm.vendor", "Someone Else"),
            ("java.vm.name", "Other VM"),
            ("java.class.path", "/home/someone else/here/classes"),
            ("user.name", "someone else"),
            ("user.home", "/home/someone else"),
            ("user.dir", "/home/someone else/here"),
            ("user.language", "tr"),
            ("user.country", "TR"),
            ("user.timezone", "America/St_Johns"),
            ("file.encoding", "ISO-8859-1"),
            ("java.awt.headless", "false"),
        ),
        slow=True,
    ),
    JvmDefaults(
        locale="fa-IR",
        zone="Pacific/Tongatapu",
        properties=(*((name, None) for name in ("user.country", "user.timezone", "java.awt.headless")),),
    ),
    JvmDefaults(locale="ko", zone="Asia/Singapore"),
)
"""Settings with which much is different: the case of ``i``, the decimal separator, digits, signs and years; an offset
with half an hour, behind UTC, with summer time; the bytes of all that is not ASCII; the ends of lines, the system, the
user, the vendor and the update of the JDK, the working folder and what is in it; and more time passes. Then a language
that is written from right to left and has names of months in all styles; an offset ahead of UTC, today and in 1970,
where it is another day for half of the time; and no properties that only some JVMs have. Then a language without a
country, with twelve hours and a word before them; and an offset that was another one in 1970 than it is today and was
long before.
"""
