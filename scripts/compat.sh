#!/usr/bin/env bash
# Compares the public API with that of the last release on npm; without a release there is nothing to break.
set -euo pipefail
cd "$(dirname "$0")/.."
name=$(node -p "require('./package.json').name")
if ! npm view "$name" version >/dev/null 2>&1; then
  echo "compat: $name has no release on npm yet; nothing to compare with"
  exit 0
fi
exec npx jsii-diff "npm:$name" --error-on all --keys --ignore-file .compatignore
