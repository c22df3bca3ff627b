/** A format of model files, and the backend of Triton that executes it. */
export interface ModelFormat {
  readonly backend: string;
  /** Value of `platform` in config.pbtxt; undefined if the backend does not use platforms. */
  readonly platform?: string;
  /** Default name of the model file in a version folder. */
  readonly file?: string;
  /** Whether config.pbtxt must contain the platform, because the backend has a different default platform. */
  readonly platformRequired?: boolean;
  /** First release of Triton that supports the format. */
  readonly since?: string;
  /** Whether Triton infers the backend if config.pbtxt contains only the platform or the file name. The default is true. */
  readonly inferred?: boolean;
  /** Whether Triton accepts a config.pbtxt with both the backend and the platform. The default is true. */
  readonly accepted?: boolean;
}

/**
 * The formats in the order in which Triton looks for their files if config.pbtxt contains no backend
 * (triton-inference-server/core, model_config_utils.cc, AutoCompleteBackendFields), followed by formats that Triton does not infer.
 */
export const MODEL_FORMATS: readonly ModelFormat[] = [
  { backend: 'tensorflow', platform: 'tensorflow_savedmodel', file: 'model.savedmodel', platformRequired: true },
  { backend: 'tensorflow', platform: 'tensorflow_graphdef', file: 'model.graphdef', platformRequired: true },
  { backend: 'tensorrt', platform: 'tensorrt_plan', file: 'model.plan' },
  { backend: 'onnxruntime', platform: 'onnxruntime_onnx', file: 'model.onnx' },
  { backend: 'openvino', file: 'model.xml' },
  { backend: 'pytorch', platform: 'pytorch_libtorch', file: 'model.pt' },
  { backend: 'pytorch', platform: 'libtorch', file: 'model.pt', since: '26.03', accepted: false },
  { backend: 'pytorch', platform: 'torch_aoti', file: 'model.pt2', since: '26.03', platformRequired: true },
  { backend: 'python', file: 'model.py' },
  { backend: 'dali', file: 'model.dali', inferred: false },
  { backend: 'fil', inferred: false },
];

/** Backends in the SageMaker Triton image (triton-inference-server/server, build.py). */
export const BACKENDS_IN_IMAGE = [
  'identity',
  'square',
  'repeat',
  'onnxruntime',
  'python',
  'dali',
  'pytorch',
  'openvino',
  'fil',
  'tensorrt',
];

/** The last release whose image contains the tensorflow backend. */
export const LAST_RELEASE_WITH_TENSORFLOW = '25.02';

/** Platform of ensembles, which have neither a backend nor a model file. */
export const ENSEMBLE_PLATFORM = 'ensemble';

/** Default file names of the FIL backend, by its parameter `model_type`. */
export const FIL_FILES: ReadonlyMap<string, string> = new Map([
  ['xgboost', 'xgboost.model'],
  ['xgboost_json', 'xgboost.json'],
  ['xgboost_ubj', 'xgboost.ubj'],
  ['lightgbm', 'model.txt'],
  ['treelite_checkpoint', 'checkpoint.tl'],
]);

/** First release whose FIL backend reads UBJSON (fil_backend, src/serialization.h of r24.09 and r24.10). */
export const FIRST_WITH_UBJSON = '24.10';
