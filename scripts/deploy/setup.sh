#!/usr/bin/env bash
# Installs the AWS emulator of the tests, cfn-lint, uv, and the clients of the documentation (boto3 and tritonclient) in the user's cache folder, if
# they are missing.
set -euo pipefail
umask 0022 # the library trusts no cache to which other users can write

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk-sagemaker-triton
venv=$cache/aws-venv
programs=$cache/bin # a folder without Python, which tests add to PATH

main() {
  mkdir -p "$cache"
  if command -v flock >/dev/null; then
    exec 9>"$cache/aws-lock"
    flock 9 # waits for a concurrent run
  fi
  if cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then return; fi
  echo "setup: installing an emulator of AWS, cfn-lint, uv and tritonclient into $venv" >&2
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$here/requirements.txt"
  mkdir -p "$programs"
  ln -sf "$venv/bin/uv" "$programs/uv"
  cp "$here/requirements.txt" "$venv" # last, because it marks a complete installation
}

main
