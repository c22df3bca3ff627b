import { readPart } from './file-format';

/** Properties that the FIL backend reads from the file of a tree model. The backend does not compare these properties with config.pbtxt. */
export interface TreeModel {
  readonly featureCount: number;
  /** Number of values that the model predicts for each row. Undefined in a format that has one. */
  readonly targetCount?: number;
  /** 1 for a binary classifier or a regression. Undefined for a model with several targets, and if the format is not read. */
  readonly classCount?: number;
}

/** Number of bytes to read at the beginning or the end of a file, which can contain thousands of trees. */
const PART_BYTES = 256 * 1024;

/**
 * Reads a model that XGBoost saved as JSON or UBJSON. XGBoost writes keys in alphabetical order, so the parameters follow the trees. Undefined
 * if the parameters are not at the end of the file.
 */
export function readXgboost(file: string): TreeModel | undefined {
  const end = readPart(file, PART_BYTES, -PART_BYTES).toString('latin1');
  const parameters = end.slice(end.lastIndexOf('learner_model_param'));
  const readNumber = (name: string): number => {
    // oxlint-disable-next-line no-control-regex -- UBJSON has a string as S, the type and the number of its length, and the text
    const [, value] = new RegExp(`${name}(?:"\\s*:\\s*"?|S[iUIlL]\\0*[\\x01-\\x0f])(\\d+)`).exec(parameters) ?? [];
    return Number(value ?? 0);
  };
  const featureCount = readNumber('num_feature');
  if (featureCount === 0) return undefined;
  return treeModel(featureCount, Math.max(1, readNumber('num_target')), Math.max(1, readNumber('num_class')));
}

/**
 * Reads a model that XGBoost saved in its old binary format, with the numbers after the base score (dmlc/treelite, src/model_loader/
 * xgboost_legacy.cc). Files without the format's name are not read.
 */
export function readXgboostBinary(file: string): TreeModel | undefined {
  const header = readPart(file, 36);
  if (header.length < 36 || header.toString('latin1', 0, 4) !== 'binf') return undefined;
  return treeModel(header.readInt32LE(8), Math.max(1, header.readInt32LE(32)), Math.max(1, header.readInt32LE(12)));
}

/**
 * Reads the header of a checkpoint of Treelite 4: the version, the types, and the numbers of trees, features and targets (dmlc/treelite,
 * src/serializer.cc). Checkpoints of Treelite 3 have no targets.
 */
export function readCheckpoint(file: string): TreeModel | undefined {
  const header = readPart(file, 32);
  if (header.length < 32 || header.readInt32LE(0) < 4) return undefined;
  return treeModel(header.readInt32LE(22), header.readInt32LE(28));
}

function treeModel(featureCount: number, targetCount: number, classCount?: number): TreeModel {
  return { featureCount, targetCount, classCount: targetCount > 1 ? undefined : classCount };
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
