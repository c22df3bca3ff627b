import { locateFolder } from '../../lib/model/reading/model-location';
import { describeReading } from '../../lib/model/reading/model-reading';
import { renderModel, tensorsOf } from '../../lib/model/reading/model-rendering';
import { readModel } from '../../lib/model/reading/read-model';

/**
 * A note about the properties that `TritonModel.fromDirectory` infers for a folder without a config.pbtxt. Undefined if it does not find the
 * model file.
 */
export function inferredNote(folder: string): string | undefined {
  const { properties, reading } = readModel(locateFolder(folder), { examples: [] });
  if (reading.fileName === undefined || properties.backend.name === '') return undefined;
  const config = renderModel(properties);
  const { name } = properties;
  const model = { name, inputs: tensorsOf(config, 'input'), outputs: tensorsOf(config, 'output') };
  return `the folder has no config.pbtxt; with TritonModel.fromDirectory, ${describeReading(model, reading)}`;
}
