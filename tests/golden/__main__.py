"""`python -m tests.golden` writes all transcripts anew; say in the commit why they changed."""

from __future__ import annotations

from tests.contract.games import configurations
from tests.golden.transcripts import file_of, write

for configuration in configurations():
    file_of(configuration).write_text(write(configuration), "utf-8")
