import * as path from 'path';
import { ENSEMBLE_PLATFORM, FIL_FILES, MODEL_FORMATS } from '../../facts/backends';
import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import { environmentPath } from './python-source';
import { LayoutHints } from './model-files';

/** Formats for which Triton accepts the backend together with the platform. */
const ACCEPTED_FORMATS = MODEL_FORMATS.filter(({ accepted = true }) => accepted);

/** Formats that every release of Triton infers from a file in a version folder. */
const INFERRED_FORMATS = ACCEPTED_FORMATS.filter(({ inferred = true, since }) => inferred && since === undefined);

/** Formats that config.pbtxt can select by the backend alone, without a platform. */
const FORMATS_WITHOUT_PLATFORM = ACCEPTED_FORMATS.filter(({ platformRequired }) => !platformRequired);

/** Whether the library knows the file that a backend loads. */
export function isKnownBackend({ name }: Backend): boolean {
  return MODEL_FORMATS.some(({ backend }) => backend === name);
}

/** The backend whose model files usually have the extension of this file. */
export function backendOfExtension(file: string): Backend | undefined {
  const extension = path.extname(file);
  const format = FORMATS_WITHOUT_PLATFORM.find(
    ({ file: defaultFile = '' }) => extension !== '' && path.extname(defaultFile) === extension,
  );
  return format && Backend._ofFormat(format);
}

/** The file that Triton loads without a configuration, with its backend. */
export function backendOfDefaultFile(fileNames: string[]): { name: string; backend: Backend } | undefined {
  const format = INFERRED_FORMATS.find(({ file = '' }) => fileNames.includes(file));
  return format?.file === undefined ? undefined : { name: format.file, backend: Backend._ofFormat(format) };
}

/** The backend that Triton would select for a config.pbtxt and the names of the files in the version folders. */
export function backendOf(config: ModelConfig, fileNames: string[]): Backend {
  const { backend, platform, default_model_filename: fileName } = config._document;
  if (platform === ENSEMBLE_PLATFORM && !backend) return Backend.ENSEMBLE;
  const options = { platform: platform || undefined };
  const formatOfPlatform = platform ? ACCEPTED_FORMATS.find((format) => format.platform === platform) : undefined;
  if (formatOfPlatform && (!backend || backend === formatOfPlatform.backend))
    return Backend._ofFormat(formatOfPlatform);
  if (backend) {
    const formatOfBackend = platform
      ? undefined
      : FORMATS_WITHOUT_PLATFORM.find((format) => format.backend === backend);
    return formatOfBackend ? Backend._ofFormat(formatOfBackend) : Backend._of(backend, options);
  }
  const names = fileName ? [fileName] : fileNames;
  return backendOfDefaultFile(names)?.backend ?? Backend._of('', options);
}

/** Name of the model file; undefined if the name is unknown. */
export function defaultFileNameOf(config: ModelConfig, backend: Backend): string | undefined {
  const { default_model_filename: fileName, parameters } = config._document;
  if (fileName) return fileName;
  if (backend.name !== Backend.FIL.name) return backend.defaultFileName;
  return FIL_FILES.get(parameters.get('model_type')?.string_value ?? 'xgboost');
}

/** The parts of the configuration that determine the layout of files without version folders. */
export function layoutHintsOf(config: ModelConfig, backend: Backend): LayoutHints {
  const { name, output, parameters, max_batch_size: maxBatchSize } = config._document;
  const labels = output.map(({ label_filename: label }) => label).filter((label) => label !== '');
  const environment = environmentPath(parameters.get('EXECUTION_ENV_PATH')?.string_value ?? '', name);
  return {
    defaultFileName: defaultFileNameOf(config, backend),
    sharedFiles: environment ? [...labels, environment] : labels,
    maxBatchSize,
  };
}
