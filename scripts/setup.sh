#!/usr/bin/env bash
# Installs everything that the tests need. Both commands of the README run this script first.
set -euo pipefail
bash "$(dirname "$0")/triton/setup.sh" --dev # first, because it installs Python's venv module
exec bash "$(dirname "$0")/deploy/setup.sh"
