#!/bin/bash
# Starts the stub of the Python version that a model requires. If the model has an environment, the server has added its libraries as the first
# path of LD_LIBRARY_PATH. Without an environment, the model runs with the Python of this run.
shopt -s nullglob
stubs='@STUBS@'
programs='@PROGRAMS@'
host_version='@VERSION@'
host_libraries='@LIBRARIES@'
host_numpy='@NUMPY@'
advice='@ADVICE@'

version=$host_version
environment=${LD_LIBRARY_PATH%%:*}
model_environment=${1%/*/*}/.python # the packages that are deployed with the model; $1 is <model>/<version>/model.py

library=("$environment"/libpython3.*.so.1.0)
packages=("$environment"/python3.*/site-packages)

# Reports that this host cannot run the model. The stub of this run's Python reports it, because the server would wait for a stub that has ended.
not_run() {
  export NOT_RUN_REASON=$1
  if [ -n "${library[0]}${packages[0]}" ]; then export PATH="${PATH#*:}" LD_LIBRARY_PATH="${LD_LIBRARY_PATH#*:}"; fi
  export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:$host_libraries"
  unset VIRTUAL_ENV CONDA_PREFIX
  exec "$stubs/$host_version/triton_python_backend_stub" "$programs/not_run.py" "${@:3}"
}

if [ -n "${library[0]}" ]; then
  version=${library[0]##*/libpython}
  version=${version%.so.1.0}
  [ -e "$stubs/$version" ] || not_run "the environment of the model has Python $version, for which this server (release 24.10) contains no stub" "$@"
elif [ -n "${packages[0]}" ]; then
  # An environment created by venv-pack contains packages, but no Python.
  required=${packages[0]%/site-packages}
  required=${required##*/python}
  [ "$required" = "$version" ] || not_run "the environment of the model is for Python $required and contains no Python, and this run has Python $version" "$@"
fi

# The stub of release 24.10 is built with pybind11 2.10, which reads the size of an element from where NumPy 1 stores it. NumPy 2 has zeros there,
# so inputs would be wrong and outputs empty.
unsupported='which the Python backend of this server (release 24.10) does not support'
numpy=({"$environment","$model_environment/lib"}/python3.*/site-packages/numpy-*.{dist,egg}-info)
case " ${numpy[*]##*/numpy-}" in
*' '[01].*) ;; # An incomplete update leaves the metadata of several versions. The model is not run only if NumPy 2 is certain.
*' '[2-9]*) not_run "the environment of the model contains NumPy 2, $unsupported" "$@" ;;
*)
  # A model whose environment contains Python does not import the packages of this run's Python.
  if [ -z "${library[0]}" ] && [[ $host_numpy == [2-9]* ]]; then
    not_run "the Python of this run contains NumPy $host_numpy, $unsupported; to run it: $advice" "$@"
  fi
  ;;
esac

if [ -d "$model_environment" ]; then export PATH="$model_environment/bin:$PATH"; fi
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:$host_libraries"
exec "$stubs/$version/triton_python_backend_stub" "$@"
