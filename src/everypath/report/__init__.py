"""What a run found, rendered: lines for people, JSON, and SARIF. Nothing here prints or writes files."""
