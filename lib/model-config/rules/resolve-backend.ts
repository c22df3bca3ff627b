import { MODEL_FORMATS } from '../../facts/backends';
import { ModelConfigDocument } from '../schema/schema';

/** The backend and the platform after the server has completed the configuration, and before the server validates the configuration. */
export interface ResolvedBackend {
  readonly backend: string;
  readonly platform: string;
  /** False if the backend depends on the files in the version folder. */
  readonly isBackendKnown: boolean;
}

/**
 * Whether the model cannot use features of TensorRT. If `isBackendKnown` is false, the backend is either `tensorflow` or empty.
 * For an empty backend, the server can still select tensorrt.
 */
export function isNotTensorRt({ backend, platform, isBackendKnown }: ResolvedBackend): boolean {
  return isBackendKnown ? platform !== 'tensorrt_plan' : backend !== '';
}

/**
 * Completes backend and platform as the server does (core, model_config_utils.cc, AutoCompleteBackendFields): from the first format whose
 * backend, platform or file is in the configuration.
 */
export function resolveBackend(config: ModelConfigDocument, release: string): ResolvedBackend {
  const fileName = config.default_model_filename;
  let { backend, platform } = config;

  const tensorFlowFormats = MODEL_FORMATS.filter((format) => format.backend === 'tensorflow');
  if (platform === '' && (backend === '' || backend === 'tensorflow')) {
    if (fileName === '') return { backend, platform, isBackendKnown: false };
    platform = tensorFlowFormats.find((format) => format.file === fileName)?.platform ?? '';
  }
  if (tensorFlowFormats.some((format) => format.platform === platform)) {
    return { backend: backend || 'tensorflow', platform, isBackendKnown: true };
  }

  const candidates = MODEL_FORMATS.filter(
    (format) => format.inferred !== false && format.backend !== 'tensorflow' && (format.since ?? '') <= release,
  );
  if (backend === '') {
    backend =
      candidates.find((format) => (platform !== '' && format.platform === platform) || format.file === fileName)
        ?.backend ?? '';
  }
  if (platform === '') {
    platform = candidates.find((format) => format.backend === backend)?.platform ?? '';
  }
  return { backend, platform, isBackendKnown: true };
}
