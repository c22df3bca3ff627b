import { posix } from 'path';

/** Stands for the model's folder in the path of a Python environment. */
export const MODEL_FOLDER = '$$TRITON_MODEL_DIRECTORY';

/** The environment's path in the model's folder; undefined for one outside. */
export function environmentPath(given: string, model: string): string | undefined {
  const inContainer = given.replace(MODEL_FOLDER, `/opt/ml/model/${model}`);
  const path = posix.relative(`/opt/ml/model/${model}`, posix.normalize(inContainer));
  return posix.isAbsolute(inContainer) && path !== '' && !path.startsWith('..') ? path : undefined;
}
