#!/bin/bash
# Starts the stub of the Python that a model runs with. The server has put the libraries of the model's own environment, if there is
# one, first into LD_LIBRARY_PATH; without one it is the Python of this run.
version='@VERSION@'
own=("${LD_LIBRARY_PATH%%:*}"/libpython3.*.so.1.0)
if [ -e "${own[0]}" ]; then
  version=${own[0]##*/libpython}
  version=${version%.so.1.0}
fi
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:@LIBRARIES@"
exec "@STUBS@/$version/triton_python_backend_stub" "$@"
