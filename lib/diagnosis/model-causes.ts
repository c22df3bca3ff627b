import { Cause } from './cause';

/** Causes related to the model: its files, its configuration, its Python code. In `texts`, ` … ` matches any text. */
export const MODEL_CAUSES: Cause[] = [
  {
    id: 'python-shm',
    title: 'Shared memory is too small for the Python backend',
    meaning: "Each instance of a Python model uses a region of the container's shared memory, and no space is left.",
    remedy:
      'Use fewer instances of Python models, or smaller regions (the shared memory properties of `server`). SageMaker has no setting for the size of /dev/shm.',
    rule: 'py.shm-budget',
    texts: [
      'unable to initialize shared memory key',
      'failed to increase the shared memory pool',
      'shared memory region size',
      'insufficient shared memory (shm)',
    ],
  },
  {
    id: 'backend-missing',
    title: 'The image does not include the backend',
    meaning: "Triton cannot find or load the library of the model's backend in the image.",
    remedy:
      "Check the spelling of `backend` in the model's configuration, and whether the image's release includes that backend; TensorFlow, for example, is not in 25.04 and later.",
    rule: 'backend.available',
    texts: [
      'unable to find backend library',
      "unable to find 'libtriton_",
      "unable to find 'triton_",
      'unable to load shared library … triton_',
      'unable to load backend library',
      'unexpected platform type',
    ],
  },
  {
    id: 'model-file',
    title: "The model's file is missing",
    meaning: 'The version folder of the model does not have the file that the backend loads.',
    remedy:
      'Put the file into the version folder under the name that the backend expects (model.onnx, model.pt, model.plan, model.py), or name it in `default_model_filename`.',
    rule: 'repo.default-file',
    texts: [
      'failed to stat file',
      'failed to open … model file',
      "No module named 'model'",
      'Error while opening file',
      'open file failed',
      'unable to find model.',
      "unable to find 'model.",
      '.onnx … no such file',
      '.onnx … does not exist',
      ".onnx … doesn't exist",
      '.pt … no such file',
      '.pt … does not exist',
      '.plan … no such file',
      '.plan … does not exist',
      'model.py … no such file',
      'model.py … does not exist',
    ],
  },
  {
    id: 'python-libstdcxx',
    title: "The Python environment's libstdc++ is too old",
    meaning:
      'The server loads libstdc++ from the Python environment, and this version is older than the one with which the stub or a library was built.',
    remedy:
      'Add a newer libstdc++ to the environment, and pack the environment again: `conda install -c conda-forge libstdcxx-ng` with version 12 or later, and for Triton 24.11 and later with version 13 or later.',
    rule: 'py.env-path',
    texts: ['GLIBCXX_ … not found', 'CXXABI_ … not found'],
  },
  {
    id: 'call-before-ready',
    title: 'A Python model calls a different model before the server is ready',
    meaning:
      'Models can be called only after all models are loaded: not in `initialize`, and not in a request of `model_warmup`.',
    remedy:
      'Call the model only in `execute`, and remove `model_warmup` of the calling model. The called model can have its own `model_warmup`.',
    texts: ['Server not ready', "BLS is only supported during the 'execute' function"],
  },
  {
    id: 'called-model',
    title: 'A Python model calls a model that is not loaded',
    meaning: 'The server loads only the deployed model, its members, and the composing models of an ensemble.',
    remedy:
      'Add the called model to `members` of the calling model. If it is already in the model data, add `--load-model=<name>` to `server.additionalArguments`.',
    rule: 'sme.bls',
    texts: ["Failed for execute the inference request. Model '"],
  },
  {
    id: 'python-module',
    title: 'A Python module is missing',
    meaning: 'The Python model imports a module that is not in its environment.',
    remedy:
      'Deploy the package with `pythonPackages` of the model, add it to the environment in `EXECUTION_ENV_PATH`, or use an image that has the module.',
    rule: 'py.import',
    texts: ['ModuleNotFoundError', 'no module named', 'ImportError: '],
  },
  {
    id: 'python-code',
    title: "The Python model's code failed when it was loaded",
    meaning: "The model's code has a syntax error, or raised an exception when Triton imported or initialized it.",
    remedy: 'Correct the error in the log line. To reproduce it without AWS, run `npx cdk-sagemaker-triton local`.',
    texts: ['SyntaxError: ', 'IndentationError: ', "has no attribute 'TritonPythonModel'"],
  },
  {
    id: 'python-environment',
    title: 'The Python environment of the model cannot be read',
    meaning:
      'The path in `EXECUTION_ENV_PATH` does not exist, the archive cannot be unpacked, or the environment has no `bin/activate`.',
    remedy:
      'Set the path to `$$TRITON_MODEL_DIRECTORY/<archive>`, and pack the environment with conda-pack: `bin/activate` must be at the top of the archive, not in a folder, and each hard link needs its target.',
    rule: 'py.env-path',
    texts: [
      'bin/activate … does not exist',
      'bin/activate … no such file',
      'failed to get the canonical path',
      'archive_read_open_filename() failed',
      'archive_read_next_header() failed',
      'archive_write_header() failed',
      'failed to create environment directory',
      'failed to extract … env',
    ],
  },
  {
    id: 'python-stub',
    title: 'The Python environment of the model does not start',
    meaning:
      'The process that runs the Python model (triton_python_backend_stub) ended when it started: its environment is for a different Python version, lacks a library, or cannot be read.',
    remedy:
      'Pack the environment for the Python version of the image, or add a triton_python_backend_stub that was compiled for the Python version of the environment, on the same Triton release. The stub must be executable.',
    rule: 'py.env-path',
    texts: [
      'error while loading shared libraries: libpython',
      'triton_python_backend_stub … permission denied',
      'triton_python_backend_stub … not found',
      'triton_python_backend_stub … no such file',
      'triton_python_backend_stub … error while loading',
      'failed to initialize stub',
      'failed to initialize python stub',
      'stub process … exited unexpectedly',
      'stub process … is not healthy',
      'python version … does not match',
    ],
  },
  {
    id: 'torch-file',
    title: 'The file is not a TorchScript model that the image can read',
    meaning:
      'PyTorch cannot read model.pt: it contains only weights, is damaged, or was saved by a newer version of PyTorch.',
    remedy:
      "Save the model with `torch.jit.save` (a trace or a script, not a state dictionary) in a PyTorch version that is not newer than the image's.",
    texts: [
      'PytorchStreamReader failed',
      'constants.pkl',
      'inline_container.cc',
      "unknown type name '__torch__",
      'Unknown builtin op',
    ],
  },
  {
    id: 'onnx-file',
    title: 'The file is not an ONNX model',
    meaning:
      'ONNX Runtime cannot read model.onnx: it is damaged, was not downloaded completely, or is a Git LFS pointer.',
    remedy: 'Check the size of the file and download it again, with `git lfs pull` if the file is in Git LFS.',
    rule: 'onnx.unreadable',
    texts: ['protobuf parsing failed', 'INVALID_PROTOBUF'],
  },
  {
    id: 'onnx-type',
    title: 'The ONNX model has an input or output that is not a tensor',
    meaning:
      'Triton supports only tensors. The default export of scikit-learn returns the probabilities as a sequence of maps.',
    remedy: "Export the model again with `zipmap=False` (skl2onnx: `options={'zipmap': False}`).",
    rule: 'onnx.tensors-only',
    texts: ['Unsupported ONNX Type'],
  },
  {
    id: 'onnx-version',
    title: 'The ONNX model is newer than the ONNX Runtime of the image',
    meaning: "The model's IR version or operator set is not known to the image's ONNX Runtime.",
    remedy:
      'Export the model again with an older IR version or opset, or choose a newer release of the image, which has a newer ONNX Runtime.',
    texts: [
      'unsupported model IR version',
      'unknown model file format version',
      'ValidateOpsetForDomain',
      'current official support for domain',
      'is not a registered function/op',
    ],
  },
  {
    id: 'config',
    title: 'config.pbtxt is invalid, or does not match the model',
    meaning:
      "Triton rejects the model's configuration: it cannot be parsed, or its tensors differ from those of the model.",
    remedy:
      'Compare names, data types and shapes with the model; the log line contains the difference. `ModelConfig.fromFile(…).validate()` checks the file.',
    rule: 'parse.text-proto',
    texts: [
      'error parsing text-format',
      'failed to read text proto',
      'the model expects … model configuration specifies',
      'unexpected inference input',
      'unexpected inference output',
      'unexpected datatype',
      'unexpected data type',
      'unable to autofill',
      'unable to auto-complete',
      'parse_error.',
      'configuration expects … inputs',
      'configuration expects … outputs',
      'must specify',
      'must be specified',
      'specifies invalid or unsupported gpu id',
      'KIND_GPU but … no GPUs',
      'KIND_GPU but server does not support',
    ],
  },
  {
    id: 'ensemble-tensors',
    title: 'Two models of the ensemble describe a tensor differently',
    meaning:
      'A tensor of the ensemble has different shapes or data types in the two models that the log line names. A model with `max_batch_size` above 0 has the batch as the first dimension.',
    remedy:
      'Correct `dims`, `reshape`, `data_type` or `max_batch_size` of one of the two models, or of the ensemble. The `reshape` of a composing model does not change the shape in the ensemble.',
    rule: 'ens.shape',
    texts: ['inconsistent shape: ', 'inconsistent data type: '],
  },
  {
    id: 'ensemble',
    title: 'The ensemble does not match its composing models',
    meaning: 'The ensemble needs a model or version that is not loaded, or a tensor that no step reads or writes.',
    remedy:
      'If a composing model failed to load, its own error is earlier in the log. Otherwise set `model_version` of the step to -1, or to a version that exists.',
    rule: 'ens.step-version',
    texts: [
      "ensemble … depends on '",
      'ensemble … is not written',
      'ensemble … is not used',
      'ensemble … contains models that are not',
    ],
  },
  {
    id: 'repo-layout',
    title: 'The model repository has the wrong layout',
    meaning:
      'Triton found no model in the repository. A repository has a folder for each model, with config.pbtxt and a numbered folder for each version.',
    remedy:
      'Use the parent folder of the model, keep `<model>/config.pbtxt` and `<model>/1/<file>`, and remove other folders. An ensemble needs an empty version folder.',
    rule: 'repo.no-version',
    texts: [
      'at least one version must be available',
      'no model version was found',
      'failed to open text file for read … config.pbtxt',
      'invalid model name',
      'incorrect directory structure',
      'more than one model directory',
      'more than 1 model directory',
      'SAGEMAKER_TRITON_DEFAULT_MODEL_NAME … does not exist',
    ],
  },
  {
    id: 'host-memory',
    title: 'The memory of the instance is too small',
    meaning: 'The server or a model needs more memory than the instance has, and was killed.',
    remedy: 'Use an instance type with more memory, fewer instances of the models, or smaller shared memory regions.',
    texts: [
      'std::bad_alloc',
      'MemoryError',
      'cannot allocate memory',
      'oom-kill',
      'oomkill',
      'out of memory: killed',
      'memory cgroup',
      "'not enough space'",
      'not enough memory',
      'signal (9)',
      'exit code 137',
      'exit status 137',
      'exited with code 137',
    ],
  },
  {
    id: 'port',
    title: 'A port is used twice',
    meaning:
      'Two services in the container use the same port. SageMaker sends its requests to port 8080, and Triton can also listen on ports for HTTP, gRPC and metrics.',
    remedy:
      'Give each of these services its own port: 8080 for SageMaker only, and for the others unused ports in the range of SAGEMAKER_SAFE_PORT_RANGE.',
    rule: 'sme.port-range',
    texts: [
      'address already in use',
      'socket … already in use',
      'at the same port',
      'not in the safe range',
      'failed to start http service',
      'failed to start grpc service',
      'failed to start metrics service',
      'failed to start sagemaker service',
    ],
  },
];
