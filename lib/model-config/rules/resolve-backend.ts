import { ModelConfigDocument } from '../schema/schema';

/** Backend and platform as the server fills them in from the configuration before it validates. */
export interface ResolvedBackend {
  readonly backend: string;
  readonly platform: string;
  /** False when the server would look into the version folder, so that the text alone does not tell. */
  readonly known: boolean;
}

/**
 * Some features belong to TensorRT, which the server tells by the platform. Where the version folder decides and a
 * backend is given, that is tensorflow.
 */
export function isNotTensorRt({ backend, platform, known }: ResolvedBackend): boolean {
  return known ? platform !== 'tensorrt_plan' : backend !== '';
}

/** First release with the second PyTorch platform. */
export const AOTI_RELEASE = '26.03';

/**
 * Follows the server's own order of inference (core, model_config_utils.cc, AutoCompleteBackendFields): the first
 * backend whose name, platform or default file is given wins.
 */
export function resolveBackend(config: ModelConfigDocument, release: string): ResolvedBackend {
  const file = config.default_model_filename;
  let { backend, platform } = config;

  if (platform === '' && (backend === '' || backend === 'tensorflow')) {
    if (file === 'model.savedmodel' || file === 'model.graphdef') {
      platform = file === 'model.savedmodel' ? 'tensorflow_savedmodel' : 'tensorflow_graphdef';
    } else if (file === '') {
      return { backend, platform, known: false };
    }
  }
  if (platform === 'tensorflow_savedmodel' || platform === 'tensorflow_graphdef') {
    return { backend: backend || 'tensorflow', platform, known: true };
  }

  const candidates = [
    { backend: 'tensorrt', platforms: ['tensorrt_plan'], file: 'model.plan' },
    { backend: 'onnxruntime', platforms: ['onnxruntime_onnx'], file: 'model.onnx' },
    { backend: 'openvino', platforms: [], file: 'model.xml' },
    { backend: 'pytorch', platforms: ['pytorch_libtorch'], file: 'model.pt' },
    ...(release < AOTI_RELEASE
      ? []
      : [
          { backend: 'pytorch', platforms: ['libtorch'], file: 'model.pt' },
          { backend: 'pytorch', platforms: ['torch_aoti'], file: 'model.pt2' },
        ]),
    { backend: 'python', platforms: [], file: 'model.py' },
  ];
  if (backend === '') {
    backend = candidates.find((c) => c.platforms.includes(platform) || c.file === file)?.backend ?? '';
  }
  if (platform === '') {
    platform = candidates.find((c) => c.backend === backend)?.platforms[0] ?? '';
  }
  return { backend, platform, known: true };
}
