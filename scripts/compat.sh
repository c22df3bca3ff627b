#!/usr/bin/env bash
# Compares the public API with that of the last release on npm; without a release there is nothing to break. Only versions of the change log
# are asked for: the package on npm is that of a stranger as long as this project has released none. No install script is run.
set -euo pipefail
cd "$(dirname "$0")/.."
name=$(node -p "require('./package.json').name")
for version in $(sed -nE 's/^## \[?([0-9]+\.[0-9]+\.[0-9]+).*/\1/p' CHANGELOG.md); do
  [ -n "$(npm view "$name@$version" version 2>/dev/null)" ] || continue # it is being released
  export npm_config_ignore_scripts=true
  exec npx jsii-diff "npm:$name@$version" --error-on all --keys --ignore-file .compatignore
done
echo "compat: $name has no release on npm yet; nothing to compare with"
