#!/bin/bash
# Starts the stub of the Python that a model runs with. The server has put the libraries of the model's own environment, if there is
# one, first into LD_LIBRARY_PATH; without one it is the Python of this run.
version='@VERSION@'
own=${LD_LIBRARY_PATH%%:*}

# What an environment requires and this machine lacks says nothing about the model. The Python of this run says so in its place: a server
# whose stub has ended waits for it.
not_run() {
  export NOT_RUN_REASON=$1 PATH="${PATH#*:}" LD_LIBRARY_PATH="${LD_LIBRARY_PATH#*:}:@LIBRARIES@"
  unset VIRTUAL_ENV CONDA_PREFIX
  exec "@STUBS@/@VERSION@/triton_python_backend_stub" "@PROGRAMS@/not_run.py" "${@:3}"
}

library=("$own"/libpython3.*.so.1.0)
packages=("$own"/python3.*/site-packages)
if [ -e "${library[0]}" ]; then
  version=${library[0]##*/libpython}
  version=${version%.so.1.0}
elif [ -e "${packages[0]}" ]; then
  # An environment of venv-pack has packages and no Python.
  required=${packages[0]%/site-packages}
  required=${required##*/python}
  [ "$required" = "$version" ] || not_run "the environment of the model is for Python $required and contains no Python, and this run has Python $version; select one with --python" "$@"
fi
numpy=("${packages[0]}"/numpy-[2-9]*.dist-info)
[ ! -e "${numpy[0]}" ] || not_run "the environment of the model contains NumPy 2, which the Python backend of this server (release 24.10) does not support" "$@"

export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:@LIBRARIES@"
exec "@STUBS@/$version/triton_python_backend_stub" "$@"
