"""`make oracle`: attacks some targets."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import benchmarks.oracle
from benchmarks.oracle.attack import Outcome, attacked
from benchmarks.oracle.targets import PACKAGES, of_tests


def printed(name: str, found: Outcome) -> int:
    """Print what an attack found. Returns the number of violations."""
    print(f"{name}: methods {dict(found.statuses)}; asked {dict(found.asked)}; {found.calls:,} calls")
    print(f"  inputs {found.inputs:,}; predicates {found.predicates}, unmet {len(found.unmet)}")
    for reason, count in found.left_out.most_common():
        print(f"  left out {count:5} {reason}")
    for method, number, title in found.unmet:
        print(f"  unmet {method} {number}: {title}")
    for each in sorted(found.violations):
        print(f"  {each.kind} {each.method}: {each.sequence}")
    methods = len({each.method for each in found.violations})
    print(f"  violations {len(found.violations)}, of {methods} methods", flush=True)
    return len(found.violations)


def main() -> int:
    """Attack some targets."""
    parser = argparse.ArgumentParser(
        description=benchmarks.oracle.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", help=f"default: the packages {', '.join(PACKAGES)} of tests/java")
    parser.add_argument("--budget", default="1M-steps", help="for each target")
    parser.add_argument("--calls", type=int, default=200_000, help="for each target")
    parser.add_argument("--classpath", type=Path, nargs="*", default=[])
    parser.add_argument("--keep", type=Path, help="where the written classes stay")
    options = parser.parse_args()
    violations = 0
    with tempfile.TemporaryDirectory() as temporary:
        targets = options.targets or [str(of_tests(each, Path(temporary) / "tests")) for each in PACKAGES]
        for each in targets:
            name = Path(each).stem
            folder = (options.keep or Path(temporary)) / "oracle" / name
            found = attacked([each], folder, options.budget, options.calls, options.classpath)
            violations += printed(name, found)
    return int(bool(violations))


if __name__ == "__main__":
    sys.exit(main())
