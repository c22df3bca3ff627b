#!/usr/bin/env bash
# Compares the public API with the last release on npm, if there is one. Requests only versions in the changelog, because a different project may
# own the package name until the first release. Runs no install script.
set -euo pipefail
cd "$(dirname "$0")/.."
name=$(node -p "require('./package.json').name")
for version in $(sed -nE 's/^## \[?([0-9]+\.[0-9]+\.[0-9]+).*/\1/p' CHANGELOG.md); do
  [ -n "$(npm view "$name@$version" version 2>/dev/null)" ] || continue # not released yet
  export npm_config_ignore_scripts=true
  exec npx jsii-diff "npm:$name@$version" --error-on all --keys --ignore-file .compatignore
done
echo "compat: $name has no release on npm yet; nothing to compare with"
