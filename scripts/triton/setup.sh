#!/usr/bin/env bash
# Makes the local run possible: system packages where it may install them, and an environment with a real Triton server.
# Does nothing when all is there. Usage: setup.sh [--dev]   (--dev: also what the tests of this repository need)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk-sagemaker-triton
venv=$cache/venv
python=/usr/bin/python3

requirements=(-r "$here/requirements.txt")
packages=(python3-venv python3-numpy python3-torch)
if [ "${1:-}" = --dev ]; then
  requirements+=(-r "$here/requirements-dev.txt")
  packages+=(gcc libc6-dev)
fi

if [ "$(uname -sm)" != 'Linux x86_64' ]; then
  echo "setup: the Triton wheel is built for Linux x86_64; on $(uname -sm) use: cdk-sagemaker-triton local --engine docker"
  exit 0
fi

if command -v dpkg-query >/dev/null; then
  # The server's python backend links against the shared library of the system's Python.
  version=$(apt-cache show python3-minimal | sed -n 's/^Version: \([0-9]*\.[0-9]*\).*/\1/p' | head -1)
  packages+=("libpython$version")
  missing=()
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    install="apt-get install -y --no-install-recommends ${missing[*]}"
    sudo=
    if [ "$(id -u)" != 0 ]; then sudo='sudo -n'; fi
    if [ -z "$sudo" ] || sudo -n true 2>/dev/null; then
      echo "setup: installing ${missing[*]}"
      DEBIAN_FRONTEND=noninteractive $sudo apt-get update -qq
      DEBIAN_FRONTEND=noninteractive $sudo $install >/dev/null
    else
      echo "setup: these packages are missing and need root; install them with: sudo apt-get update && sudo $install"
    fi
  fi
else
  echo "setup: install Python 3 with venv, its shared library, numpy and PyTorch by your system's package manager"
fi

# The environment is made anew when anything that it was made from changed.
stamp=$(cat "$here"/requirements*.txt "$0" <("$python" -V) | sha256sum | cut -d ' ' -f 1)${1:-}
if [ "$(cat "$venv/.stamp" 2>/dev/null)" = "$stamp" ]; then exit 0; fi
echo "setup: installing the Triton server into $venv"
mkdir -p "$cache"
fresh=$(mktemp -d "$cache/venv.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
"$python" -m venv --system-site-packages "$fresh"
"$fresh/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes "${requirements[@]}"

# The server looks for the python backend and, beside it, for the stub of this Python.
server=$(echo "$fresh"/lib/python3.*/site-packages/pytriton/tritonserver)
mkdir -p "$fresh/backends/python"
cp "$server"/backends/python/*.so "$server"/backends/python/*.py "$server/python_backend_stubs/$version/"* "$fresh/backends/python/"
echo "$stamp" > "$fresh/.stamp"
rm -rf "$venv"
mv "$fresh" "$venv"
