#!/usr/bin/env bash
# Runs the type checker, the formatter and the linter at the same time. The first two take the longest, and each uses one core.
# usage: check-sources.sh <file or folder> … for the formatter and the linter
set -euo pipefail

tsc --noEmit -p test/tsconfig.json &
types=$!
prettier --log-level warn --check "$@" &
format=$!
failed=0
oxlint --deny-warnings "$@" || failed=1
wait "$format" || failed=1
wait "$types" || failed=1
exit "$failed"
