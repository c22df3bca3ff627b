#!/usr/bin/env bash
# Installs, once, the S3 server that the tests of the publication talk to, into the user's cache folder.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk-sagemaker-triton
venv=$cache/s3-venv

main() {
  mkdir -p "$cache"
  if command -v flock >/dev/null; then
    exec 9>"$cache/s3-lock"
    flock 9 # two runs at once install once
  fi
  if cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then return; fi
  echo "setup: installing an S3 server into $venv" >&2
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$venv" # last: the sign that all of it worked
}

main
