import * as fs from 'fs';

/** What of a tree model the FIL backend takes from its file: it compares neither with config.pbtxt. */
export interface TreeModel {
  readonly features: number;
  /** 1 where the model has two classes, or none. Undefined where it has several outputs for each row. */
  readonly classes?: number;
}

/** The ends of files with thousands of trees are enough. */
const BYTES = 256 * 1024;

/**
 * Reads a model that XGBoost has saved as JSON. It writes keys in alphabetical order, so that the numbers are behind the trees; undefined
 * where they are not.
 */
export function readXgboostJson(file: string): TreeModel | undefined {
  const [parameters] = /"learner_model_param"\s*:\s*\{[^{}]*\}/.exec(readPart(file, -BYTES)) ?? [];
  const numberOf = (name: string): number => {
    const [, value] = new RegExp(`"${name}"\\s*:\\s*"?(\\d+)`).exec(parameters ?? '') ?? [];
    return Number(value ?? 0);
  };
  const features = numberOf('num_feature');
  if (features === 0) return undefined;
  return { features, classes: numberOf('num_target') > 1 ? undefined : Math.max(1, numberOf('num_class')) };
}

/** Reads the header of a model that LightGBM has saved as text; undefined where it has none. */
export function readLightgbmText(file: string): TreeModel | undefined {
  const header = readPart(file, BYTES);
  const numberOf = (name: string): number | undefined => {
    const [, value] = new RegExp(`^${name}=(\\d+)\\s*$`, 'm').exec(header) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  const last = numberOf('max_feature_idx');
  return last === undefined ? undefined : { features: last + 1, classes: numberOf('num_class') };
}

/** The beginning of a file, or its end where the length is negative. */
function readPart(file: string, length: number): string {
  const { size } = fs.statSync(file);
  const buffer = Buffer.alloc(Math.min(size, Math.abs(length)));
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.readSync(descriptor, buffer, 0, buffer.length, length < 0 ? size - buffer.length : 0);
  } finally {
    fs.closeSync(descriptor);
  }
  return buffer.toString('latin1');
}
