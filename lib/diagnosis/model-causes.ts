import { Cause } from './cause';

/** Causes in the model: its files, its configuration, its Python code. */
export const MODEL_CAUSES: Cause[] = [
  {
    id: 'python-shm',
    title: 'Shared memory is too small for the Python backend',
    meaning:
      "Each instance of a Python model takes a region of the container's shared memory, and there is no room left.",
    remedy:
      'Use fewer instances of Python models, or smaller regions (the shared memory options of the server). SageMaker has no setting for the size of /dev/shm.',
    rule: 'py.shm-budget',
    patterns: [
      /unable to initialize shared memory key/i,
      /failed to increase the shared memory pool/i,
      /shared memory region size/i,
      /insufficient shared memory \(shm\)/i,
    ],
  },
  {
    id: 'backend-missing',
    title: 'The image has no such backend',
    meaning: "Triton cannot find or load the library of the model's backend in the image.",
    remedy:
      "Check the spelling of `backend` in the model's configuration, and whether the image's release includes that backend; TensorFlow, for example, is not in 25.04 and later.",
    rule: 'backend.available',
    patterns: [
      /unable to find backend library/i,
      /unable to find '(lib)?triton_[^']*'/i,
      /unable to load (shared|backend) library.*triton_/i,
      /unexpected platform type/i,
      /backend '[^']*' .{0,40}is not (supported|available|found)/i,
    ],
  },
  {
    id: 'model-file',
    title: "The model's file is missing",
    meaning: 'The version folder of the model does not have the file that the backend loads.',
    remedy:
      'Put the file into the version folder under the name that the backend expects (model.onnx, model.pt, model.plan, model.py), or name it in `default_model_filename`.',
    rule: 'repo.default-file',
    patterns: [
      /failed to stat file/i,
      /failed to open .{0,40}model file/i,
      /No module named '?model'?(?![\w.])/,
      /Error while opening file/i,
      /open file failed(,| because)/i,
      /unable to find '?(model\.|.*\.(onnx|plan|pt|py)\b)/i,
      /\.(onnx|pt|plan|py|xml)\b.{0,40}(does not exist|doesn't exist|no such file)/i,
      /(file|path) .{0,80}model\.(onnx|pt|plan|py) .{0,20}not found/i,
    ],
  },
  {
    id: 'python-stub',
    title: 'The Python environment of the model does not start',
    meaning:
      'The process that runs the Python model ended at its start: its environment has another Python version than the stub, lacks a library, or cannot be read.',
    remedy:
      "Pack the environment for the Python version of the image's release, or add a stub that was compiled for the environment's version on the same release. A stub needs the permission to execute.",
    rule: 'py.env-path',
    patterns: [
      /error while loading shared libraries: libpython/i,
      /triton_python_backend_stub:? .{0,60}(permission denied|not found|no such file|cannot execute|error while loading)/i,
      /failed to initialize (the )?(Python )?stub/i,
      /stub process .{0,60}(exited unexpectedly|is not healthy|failed to start)/i,
      /failed to extract .{0,80}(environment|env|tar)/i,
      /Python (version|interpreter) .{0,60}(mismatch|does not match)/i,
      /EXECUTION_ENV_PATH.{0,80}(invalid|not|fail)/i,
    ],
  },
  {
    id: 'python-module',
    title: 'A Python module is missing',
    meaning: 'The Python model imports a module that is not in its environment.',
    remedy:
      'Pack an environment with the module (conda-pack) and name it in `EXECUTION_ENV_PATH`, or use an image that has the module.',
    rule: 'py.env-path',
    patterns: [/ModuleNotFoundError/, /no module named/i, /ImportError: /],
  },
  {
    id: 'torch-file',
    title: 'The file is not a TorchScript model that the image can read',
    meaning:
      'PyTorch cannot read model.pt: it holds only weights, is damaged, or was saved by a newer version of PyTorch.',
    remedy:
      "Save the model with `torch.jit.save` (a trace or a script, not a state dictionary) in a PyTorch version that is not newer than the image's.",
    patterns: [
      /PytorchStreamReader failed/i,
      /constants\.pkl/i,
      /inline_container\.cc/i,
      /unknown type name '__torch__/i,
      /Unknown builtin op/i,
      /failed to load model '[^']*': .*torch/i,
    ],
  },
  {
    id: 'onnx-version',
    title: 'The ONNX model is newer than the ONNX Runtime of the image',
    meaning: "The model's IR version or operator set is not known to the image's ONNX Runtime.",
    remedy:
      'Export the model again with an older IR version or opset, or choose a newer release of the image, which has a newer ONNX Runtime.',
    patterns: [
      /unsupported model IR version/i,
      /unknown model file format version/i,
      /ValidateOpsetForDomain/,
      /opset \d+ is under development/i,
      /current official support for domain/i,
      /is not a registered function\/op/i,
    ],
  },
  {
    id: 'config',
    title: 'config.pbtxt is invalid, or does not match the model',
    meaning:
      "Triton rejects the model's configuration: it cannot be parsed, or its tensors are not those of the model.",
    remedy:
      'Compare names, data types and shapes with the model; the line names what differs. `ModelConfig.fromFile(…).validate()` checks the file.',
    rule: 'parse.text-proto',
    patterns: [
      /error parsing text-format/i,
      /failed to read text proto/i,
      /the model expects .{0,200}model configuration specifies/i,
      /unexpected (inference )?(input|output|datatype|data type)/i,
      /(model|autofill) configuration .{0,60}(mismatch|invalid|does not match)/i,
      /must specify|must be specified|missing (input|output|data_type|dims)/i,
      /parse_error\.\d+/i,
      /model .{0,60}configuration (has|expects|contains) \d+ (inputs?|outputs?)/i,
      /unable to load model '[^']*', (unexpected|configuration)/i,
      /expects? \d+ inputs? but .{0,40}(provid|specif)/i,
      /unable to (autofill|auto-complete|auto complete)/i,
      /specifies invalid or unsupported gpu id/i,
      /KIND_GPU but .{0,40}no GPUs/i,
    ],
  },
  {
    id: 'ensemble',
    title: 'The ensemble and its members do not fit together',
    meaning: 'The ensemble needs a model or version that is not loaded, or a tensor that no step reads or writes.',
    remedy:
      'If the member failed, its own error comes earlier in the log. Otherwise set `model_version: -1` in the step, or the version that there is.',
    rule: 'ens.step-version',
    patterns: [
      /ensemble '[^']*' depends on/i,
      /ensemble '[^']*' is not (written|used)/i,
      /ensemble .{0,80}(contains models that are not|has no loaded version)/i,
    ],
  },
  {
    id: 'repo-layout',
    title: 'The model repository has the wrong layout',
    meaning:
      'Triton found no model where it looks for one: a repository has a folder per model, with config.pbtxt and a numbered folder per version.',
    remedy:
      'Give the folder above the model, keep `<model>/config.pbtxt` and `<model>/1/<file>`, and remove other folders. An ensemble needs an empty version folder.',
    rule: 'repo.no-version',
    patterns: [
      /at least one version must be available/i,
      /no model version was found/i,
      /failed to open text file for read .{0,300}config\.pbtxt/i,
      /invalid model name/i,
      /incorrect directory structure/i,
      /directory with config\.pbtxt|config\.pbtxt .{0,60}(at the )?root/i,
      /More than one model directory|SAGEMAKER_TRITON_DEFAULT_MODEL_NAME/i,
      /failed to find .{0,60}in (the )?model repository/i,
      /failed to load all models.{0,20}no model/i,
    ],
  },
  {
    id: 'host-memory',
    title: 'The memory of the instance is too small',
    meaning: 'The server or a model needs more main memory than the instance has, and was ended.',
    remedy: 'Use an instance type with more memory, fewer instances of the models, or smaller shared memory regions.',
    patterns: [
      /std::bad_alloc/,
      /\bMemoryError\b/,
      /cannot allocate memory/i,
      /oom-?kill|out of memory: killed|killed process \d+/i,
      /memory cgroup/i,
      /not enough (space|memory)/i,
      /signal \(?9\)?|exit (code|status) 137/i,
      /DefaultCPUAllocator: (can't|not enough)/i,
    ],
  },
  {
    id: 'port',
    title: 'A port is taken twice',
    meaning: "Two services of the container listen on the same port; SageMaker's requests come in at 8080.",
    remedy: "Give the server's other services ports of SAGEMAKER_SAFE_PORT_RANGE that nothing else uses.",
    rule: 'sme.port-range',
    patterns: [
      /address already in use/i,
      /socket '[^']*' already in use/i,
      /at the same port/i,
      /SAGEMAKER_SAFE_PORT_RANGE/,
      /failed to start \w+ service/i,
    ],
  },
];
