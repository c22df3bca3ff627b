#!/usr/bin/env bash
# Builds the documentation site in site/public. Fails if a link has no target.
set -euo pipefail
cd "$(dirname "$0")"

venv=${XDG_CACHE_HOME:-$HOME/.cache}/cdk-sagemaker-triton/site-venv
if ! cmp -s requirements.txt "$venv/requirements.txt"; then
  python3 -m venv --clear "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.txt
  cp requirements.txt "$venv" # last, because it marks a complete installation
fi

../node_modules/.bin/tsx pages.ts pages
../node_modules/.bin/tsx playground.ts bundled
../node_modules/.bin/tsx search/bundle.ts pages bundled
rm -rf public
"$venv/bin/sphinx-build" -b dirhtml -j auto -W --keep-going -q -c . -d .doctrees pages public
