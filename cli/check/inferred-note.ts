import { readModelFolder } from '../../lib/model/model-on-disk';

/** A note about the properties that `TritonModel.fromDirectory` infers for a folder without a config.pbtxt. */
export function inferredNote(folder: string): string[] {
  const { backend, maxBatchSize, files } = readModelFolder(folder, { examples: [] });
  if (backend.name === '' || !files?._reading) return [];
  const batchSize = maxBatchSize === undefined ? '' : ` and maxBatchSize ${maxBatchSize}`;
  return [`the folder has no config.pbtxt; TritonModel.fromDirectory infers the backend ${backend.name}${batchSize}`];
}
