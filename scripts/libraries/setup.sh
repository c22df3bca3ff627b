#!/usr/bin/env bash
# Installs, once, into the user's cache folder: a Python environment with the libraries of FIL, OpenVINO and ONNX models and
# with transformers, 108 MB to download.
# The proofs that need it call this; nothing else does.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk-sagemaker-triton
venv=$cache/libraries-venv

main() {
  mkdir -p "$cache"
  exec 9>"$cache/libraries-lock"
  flock 9 # two runs at once install once
  if cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then return; fi
  echo "setup: installing Treelite, OpenVINO, ONNX Runtime and transformers into $venv" >&2
  /usr/bin/python3 -m venv --system-site-packages "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$venv" # last: the sign that all of it worked
}

main
