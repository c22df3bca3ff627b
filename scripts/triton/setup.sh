#!/usr/bin/env bash
# Installs the requirements for serving models on this host: Python, numpy and CPU PyTorch with apt (or prints the command if root access is
# missing), and a Triton server and ONNX Runtime from PyPI in the user's cache folder. Does nothing if everything is installed.
# Usage: setup.sh [--dev | --plan]   (--dev: also installs the requirements of this repository's tests; --plan: only prints the steps)
set -euo pipefail

PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin # the programs of the system, whose packages it installs
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd /       # Python imports modules of the current folder, which others can have written
umask 0022 # other users cannot replace the server
if [[ ${XDG_CACHE_HOME:-} != /* ]]; then XDG_CACHE_HOME=~/.cache; fi # a relative path is ignored, as by the library
cache=$XDG_CACHE_HOME/cdk-sagemaker-triton
venv=$cache/venv
python=/usr/bin/python3 # the system's Python, because only it can import the packages from apt
requirements=("$here/requirements.txt")
packages=(python3-venv python3-numpy)
if [ "${1:-}" = --dev ]; then
  requirements+=("$here/requirements-dev.txt")
  packages+=(gcc libc6-dev)
fi

plan() {
  update_lists() { :; } # --plan changes nothing
  if command -v apt-get >/dev/null; then
    local missing
    missing=$(missing_packages "${packages[@]}" "lib$(python_name)" python3-torch)
    if [ -n "$missing" ]; then
      if may_install; then echo "- with apt-get, as root: $(xargs <<<"$missing")"; else echo "- nothing with apt-get: it needs root"; fi
    fi
  fi
  echo "- from PyPI into $venv: $(sed -n 's/^\([a-z-]*==[0-9.]*\).*/\1/p' "$here/requirements.txt" | xargs | sed 's/ /, /g')"
}

say() { echo "setup: $*" >&2; }

main() {
  if [ "$(uname -sm)" != 'Linux x86_64' ]; then
    say "the Triton wheel is built for Linux x86_64, not for $(uname -sm): no model can be served here"
    return
  fi
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock 9 # waits for a concurrent run
  if command -v apt-get >/dev/null; then
    apt_install "${packages[@]}" "lib$(python_name)" # the server's python backend links against the system's Python
    if [ "${1:-}" = --dev ]; then apt_install chromium; fi # for the tests of the dashboard page
    apt_install python3-torch # separately, because a distribution without it can still serve other models
    if [ "${1:-}" = --dev ]; then apt_install python3-torchvision; fi # for the export of ResNet-50
  fi
  if ! "$python" -c 'import ensurepip, numpy' 2>/dev/null; then
    say "$python with its venv module and numpy is missing: no model can be served here"
    return
  fi
  install_wheels
}

python_name() {
  if [ -x "$python" ]; then
    "$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])'
  else
    update_lists
    apt-cache depends python3 | grep -om1 'python3\.[0-9]*'
  fi
}

missing_packages() {
  { dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
    sed -n 's/^installed //p' | sort | comm -13 - <(printf '%s\n' "$@" | sort)
}

apt_install() {
  local missing
  missing=$(missing_packages "$@")
  if [ -z "$missing" ]; then return; fi
  local command="apt-get install -y --no-install-recommends $(xargs <<<"$missing")"
  if ! may_install; then
    say "some models cannot be served until you run: sudo apt-get update && sudo $command"
    return
  fi
  say "$command"
  update_lists
  as_root env DEBIAN_FRONTEND=noninteractive $command >"$cache/apt.log" 2>&1 || {
    tail -n 5 "$cache/apt.log" >&2
    say "that failed ($cache/apt.log has it all); some models cannot be served until it works"
  }
}

update_lists() {
  if may_install; then as_root apt-get update >"$cache/apt.log" 2>&1 || say "apt-get update failed, see $cache/apt.log"; fi
}

may_install() { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

install_wheels() {
  local file todo=()
  for file in "${requirements[@]}"; do
    cmp -s "$file" "$venv/$(basename "$file")" || todo+=("$file")
  done
  if [ ${#todo[@]} = 0 ] && "$venv/bin/python" -c '' 2>/dev/null; then return; fi
  say "installing the Triton server into $venv"
  "$python" -m venv --system-site-packages "$venv"
  for file in "${requirements[@]}"; do
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$file"
  done
  create_python_backend
  cp "${requirements[@]}" "$venv" # last, because it marks a complete installation
}

# The server expects the Python backend and the stub of its Python version in the same folder.
create_python_backend() {
  local server backend=$venv/backends/python
  server=$(echo "$venv"/lib/python3.*/site-packages/pytriton/tritonserver)
  rm -rf "$backend"
  mkdir -p "$backend"
  cp "$server"/backends/python/*.{so,py} "$server/python_backend_stubs/$(python_name | tr -d a-z)/"* "$backend"
}

if [ "${1:-}" = --plan ]; then plan; else main "$@"; fi
