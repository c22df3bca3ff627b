#!/bin/bash
# Starts the stub of the Python version that a model requires. If the model has an environment, the server has added its libraries as the first
# path of LD_LIBRARY_PATH. Without an environment, the model runs with the Python of this run.
shopt -s nullglob
version='@VERSION@'
environment=${LD_LIBRARY_PATH%%:*}
model_environment=${1%/*/*}/.python # the packages that are deployed with the model; $1 is <model>/<version>/model.py

library=("$environment"/libpython3.*.so.1.0)
packages=("$environment"/python3.*/site-packages)

# Reports that this host cannot run the model. The stub of this run's Python reports it, because the server would wait for a stub that has ended.
not_run() {
  export NOT_RUN_REASON=$1
  if [ -n "${library[0]}${packages[0]}" ]; then export PATH="${PATH#*:}" LD_LIBRARY_PATH="${LD_LIBRARY_PATH#*:}"; fi
  export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:@LIBRARIES@"
  unset VIRTUAL_ENV CONDA_PREFIX
  exec "@STUBS@/@VERSION@/triton_python_backend_stub" "@PROGRAMS@/not_run.py" "${@:3}"
}

if [ -n "${library[0]}" ]; then
  version=${library[0]##*/libpython}
  version=${version%.so.1.0}
  [ -e "@STUBS@/$version" ] || not_run "the environment of the model has Python $version, for which this server (release 24.10) contains no stub" "$@"
elif [ -n "${packages[0]}" ]; then
  # An environment created by venv-pack contains packages, but no Python.
  required=${packages[0]%/site-packages}
  required=${required##*/python}
  [ "$required" = "$version" ] || not_run "the environment of the model is for Python $required and contains no Python, and this run has Python $version; select one with --python" "$@"
fi

# The stub of release 24.10 is built with pybind11 2.10, which reads the size of an element from where NumPy 1 stores it. NumPy 2 has zeros there,
# so inputs would be wrong and outputs empty.
unsupported='which the Python backend of this server (release 24.10) does not support'
numpy=("$environment"/python3.*/site-packages/numpy-*.dist-info "$model_environment"/lib/python3.*/site-packages/numpy-*.dist-info)
case "${numpy[0]##*/numpy-}" in
[2-9]*) not_run "the environment of the model contains NumPy 2, $unsupported" "$@" ;;
'') case '@NUMPY@' in [2-9]*) not_run "the Python of this run contains NumPy @NUMPY@, $unsupported; to run it: @ADVICE@" "$@" ;; esac ;;
esac

if [ -d "$model_environment" ]; then export PATH="$model_environment/bin:$PATH"; fi
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:@LIBRARIES@"
exec "@STUBS@/$version/triton_python_backend_stub" "$@"
