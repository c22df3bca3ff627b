"""Finds the ensembles in a model repository."""

import re
from pathlib import Path

# Comments and quoted text are skipped.
TOKENS = re.compile(r'#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|\bensemble_scheduling\b')


def find_ensembles(repository):
    """Returns the names of the models whose configuration has `ensemble_scheduling`, which every ensemble has."""
    return {config.parent.name for config in Path(repository).glob("*/config.pbtxt") if is_ensemble(config)}


def is_ensemble(config):
    try:
        text = config.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return "ensemble_scheduling" in TOKENS.findall(text)
