#!/bin/bash
# Starts the stub of the Python version that a model requires. If the model has an environment, the server has added its libraries as the first
# path of LD_LIBRARY_PATH. Without an environment, the model runs with the Python of this run.
version='@VERSION@'
environment=${LD_LIBRARY_PATH%%:*}
model_environment=${1%/*/*}/.python # the packages that are deployed with the model; $1 is <model>/<version>/model.py

# Reports that this host cannot run the model. The stub of this run's Python reports it, because the server would wait for a stub that has ended.
not_run() {
  export NOT_RUN_REASON=$1 PATH="${PATH#*:}" LD_LIBRARY_PATH="${LD_LIBRARY_PATH#*:}:@LIBRARIES@"
  unset VIRTUAL_ENV CONDA_PREFIX
  exec "@STUBS@/@VERSION@/triton_python_backend_stub" "@PROGRAMS@/not_run.py" "${@:3}"
}

library=("$environment"/libpython3.*.so.1.0)
packages=("$environment"/python3.*/site-packages)
if [ -e "${library[0]}" ]; then
  version=${library[0]##*/libpython}
  version=${version%.so.1.0}
elif [ -e "${packages[0]}" ]; then
  # An environment created by venv-pack contains packages, but no Python.
  required=${packages[0]%/site-packages}
  required=${required##*/python}
  [ "$required" = "$version" ] || not_run "the environment of the model is for Python $required and contains no Python, and this run has Python $version; select one with --python" "$@"
fi
numpy=("${packages[0]}"/numpy-[2-9]*.dist-info)
[ ! -e "${numpy[0]}" ] || not_run "the environment of the model contains NumPy 2, which the Python backend of this server (release 24.10) does not support" "$@"

if [ -d "$model_environment" ]; then export PATH="$model_environment/bin:$PATH"; fi
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:@LIBRARIES@"
exec "@STUBS@/$version/triton_python_backend_stub" "$@"
