#!/usr/bin/env bash
# What both of the README's commands call first.
set -euo pipefail
bash "$(dirname "$0")/triton/setup.sh" --dev # first: Python's venv module comes with it
exec bash "$(dirname "$0")/deploy/setup.sh"
