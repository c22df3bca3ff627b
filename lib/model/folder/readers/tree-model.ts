import { readPart } from './file-format';

/** Properties that the FIL backend reads from the file of a tree model. The backend does not compare these properties with config.pbtxt. */
export interface TreeModel {
  readonly featureCount: number;
  /** 1 for a binary classifier or a regression. Undefined for a model with several outputs for each row. */
  readonly classCount?: number;
}

/** Number of bytes to read at the beginning or the end of a file, which can contain thousands of trees. */
const PART_BYTES = 256 * 1024;

/**
 * Reads a model that XGBoost saved as JSON. XGBoost writes keys in alphabetical order, so the parameters follow the trees. Undefined if the
 * parameters are not at the end of the file.
 */
export function readXgboostJson(file: string): TreeModel | undefined {
  const [parameters] = /"learner_model_param"\s*:\s*\{[^{}]*\}/.exec(readPart(file, PART_BYTES, -PART_BYTES).toString('latin1')) ?? [];
  const readNumber = (name: string): number => {
    const [, value] = new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(parameters ?? '') ?? [];
    return Number(value ?? 0);
  };
  const features = readNumber('num_feature');
  if (features === 0) return undefined;
  return {
    featureCount: features,
    classCount: readNumber('num_target') > 1 ? undefined : Math.max(1, readNumber('num_class')),
  };
}

/** Reads the header of a model that LightGBM saved as text. Undefined if the file has no header. */
export function readLightgbmText(file: string): TreeModel | undefined {
  const header = readPart(file, PART_BYTES).toString('latin1');
  const readNumber = (name: string): number | undefined => {
    const [, value] = new RegExp(`^${name}=(\\d+)\\s*$`, 'm').exec(header) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  const lastFeatureIndex = readNumber('max_feature_idx');
  return lastFeatureIndex === undefined
    ? undefined
    : { featureCount: lastFeatureIndex + 1, classCount: readNumber('num_class') };
}
