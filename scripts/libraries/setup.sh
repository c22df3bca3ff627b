#!/usr/bin/env bash
# Installs a Python environment in the user's cache folder if it is missing. It contains transformers and ONNX Runtime.
# Only the proofs (slow tests) that require the environment run this script.
set -euo pipefail
umask 0022 # the library trusts no cache to which other users can write

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk-sagemaker-triton
venv=$cache/libraries-venv

main() {
  mkdir -p "$cache"
  exec 9>"$cache/libraries-lock"
  flock 9 # waits for a concurrent run
  if cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then return; fi
  echo "setup: installing ONNX Runtime and transformers into $venv" >&2
  /usr/bin/python3 -m venv --system-site-packages "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$venv" # last, because it marks a complete installation
}

main
