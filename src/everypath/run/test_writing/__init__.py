"""Tests for the results of a run: written, compiled and run; and findings confirmed in a new JVM.

`generate` writes the tests that pass, `EarlySaving` those of finished methods while the run goes on. A `Confirmer`
replays findings once more and writes failing tests for them. The package may import ``engine``, ``coverage``,
``findings`` and ``results``.
"""

from everypath.run.test_writing.batches import BatchWriter
from everypath.run.test_writing.confirm import Confirmer
from everypath.run.test_writing.early import EarlySaving
from everypath.run.test_writing.generate import Generated, generate
from everypath.run.test_writing.saved import SavedTests

__all__ = ["BatchWriter", "Confirmer", "EarlySaving", "Generated", "SavedTests", "generate"]
