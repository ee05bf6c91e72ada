"""."""

from everypath.inputs.candidates.candidates import CLASS_LITERALS, Candidate, Candidates, Kind, together
from everypath.inputs.candidates.type_variables import as_unlikely, likely_first

__all__ = ["CLASS_LITERALS", "Candidate", "Candidates", "Kind", "as_unlikely", "likely_first", "together"]
