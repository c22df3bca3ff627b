import * as path from 'path';
import { ModelConfig } from '../model-config';
import { Backend } from './backend';
import { environmentPath } from './environment-path';
import { LayoutHints } from './model-files';
import { Json } from './render';

/** File names of the FIL backend, by its parameter `model_type`. */
const FIL_FILES = new Map([
  ['xgboost', 'xgboost.model'],
  ['xgboost_json', 'xgboost.json'],
  ['xgboost_ubj', 'xgboost.ubj'],
  ['lightgbm', 'model.txt'],
  ['treelite_checkpoint', 'checkpoint.tl'],
]);

/** Backends in the order in which Triton looks for their files when config.pbtxt names none. */
const DETECTED = [
  Backend.of('tensorflow', { platform: 'tensorflow_savedmodel', defaultFileName: 'model.savedmodel' }),
  Backend.of('tensorflow', { platform: 'tensorflow_graphdef', defaultFileName: 'model.graphdef' }),
  Backend.TENSORRT,
  Backend.ONNXRUNTIME,
  Backend.OPENVINO,
  Backend.PYTORCH,
  Backend.PYTHON,
];

/** Platforms that stand for a backend when config.pbtxt names the platform only. */
const BY_PLATFORM = new Map([
  ['ensemble', Backend.ENSEMBLE],
  ['tensorflow_savedmodel', DETECTED[0]],
  ['tensorflow_graphdef', DETECTED[1]],
  ['tensorrt_plan', Backend.TENSORRT],
  ['onnxruntime_onnx', Backend.ONNXRUNTIME],
  ['pytorch_libtorch', Backend.PYTORCH],
  ['torch_aoti', Backend.of('pytorch', { platform: 'torch_aoti', defaultFileName: 'model.pt2' })],
]);

const KNOWN = [...DETECTED.slice(2), Backend.DALI, Backend.FIL];

/** Whether the file that a backend loads is known here. */
export function isKnownBackend({ name }: Backend): boolean {
  return [...DETECTED, ...KNOWN].some((known) => known.name === name);
}

/** The backend whose files usually end like this one. */
export function backendOfExtension(file: string): Backend | undefined {
  const extension = path.extname(file);
  return KNOWN.find(({ defaultFileName = '' }) => extension !== '' && path.extname(defaultFileName) === extension);
}

/** The backend that Triton would choose for a config.pbtxt and the names in its version folders. */
export function backendOf(config: ModelConfig, fileNames: string[]): Backend {
  const { backend, platform, default_model_filename: fileName } = config._json;
  const ofPlatform = BY_PLATFORM.get(platform);
  if (ofPlatform && (!backend || backend === ofPlatform.name)) return ofPlatform;
  if (backend) return (!platform && KNOWN.find((known) => known.name === backend)) || Backend.of(backend, { platform });
  const names = fileName ? [fileName] : fileNames;
  return DETECTED.find((known) => names.includes(known.defaultFileName ?? '')) ?? Backend.of('', { platform });
}

/** What the model's file is called, where that is known. */
export function defaultFileNameOf(config: ModelConfig, backend: Backend): string | undefined {
  const { default_model_filename: given, parameters } = config._json;
  if (given) return given;
  if (backend.name !== Backend.FIL.name) return backend.defaultFileName;
  const type = ((parameters as Json)?.model_type as Json)?.string_value ?? 'xgboost';
  return FIL_FILES.get(String(type));
}

/** What decides where files lie that were given without version folders. */
export function layoutHintsOf(config: ModelConfig, backend: Backend): LayoutHints {
  const { name, output, parameters, max_batch_size: maxBatchSize } = config._json;
  const labels = ((output ?? []) as Json[]).flatMap(({ label_filename: label }) => (label ? [String(label)] : []));
  const environment = environmentPath(String((parameters?.EXECUTION_ENV_PATH as Json)?.string_value ?? ''), name);
  return {
    defaultFileName: defaultFileNameOf(config, backend),
    besideVersions: environment ? [...labels, environment] : labels,
    maxBatchSize,
  };
}
