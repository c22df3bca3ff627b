import { joinNames } from '../../findings/join-names';
import type { Backend } from '../values/backend';
import type { ModelExample } from '../values/model-example';
import type { ModelFiles } from '../files/model-files';
import type { ModelLocation } from './model-location';
import type { ReadBatchSize } from '../definition/read-batch-size';

/** The ID of the information about the models that were read. */
export const READING_ID = 'cdk-sagemaker-triton:files.read';

/** What was inferred from the files of a model, because neither a config.pbtxt nor the user sets it. */
export interface ModelReading {
  readonly location: ModelLocation;
  /** The files of the location, or the files that the user sets instead. */
  readonly files: ModelFiles;
  readonly backend?: Backend;
  /** The parameters with which the backend loads the model file. */
  readonly parameters?: { readonly [name: string]: string };
  /** The name of the model file. */
  readonly fileName?: string;
  readonly batchSize?: ReadBatchSize;
  /** Whether the inputs are from the model file. */
  readonly hasReadInputs: boolean;
  /** Whether the outputs are from the model file. */
  readonly hasReadOutputs: boolean;
  /** The examples that were found next to the model. */
  readonly examples: readonly ModelExample[];
}

/** The part of a model that its description contains. */
interface DescribedModel {
  readonly name: string;
  readonly inputs: readonly { readonly name: string }[];
  readonly outputs: readonly { readonly name: string }[];
}

/** One sentence about the inferred properties; undefined if there are none. */
export function describeReading(model: DescribedModel, reading: ModelReading): string | undefined {
  const { backend, batchSize, examples, hasReadInputs, hasReadOutputs } = reading;
  const inputs = hasReadInputs ? model.inputs : [];
  const outputs = hasReadOutputs ? model.outputs : [];
  const hasNoTensors = model.inputs.length === 0 && model.outputs.length === 0;
  const inferred = [
    ...(backend?.name ? [`backend ${backend.name}`] : []),
    ...Object.entries(reading.parameters ?? {}).map(([name, value]) => `parameter ${name} ${value}`),
    ...(batchSize ? [describeBatchSize(batchSize, hasNoTensors)] : []),
    ...(inputs.length > 0 ? [`inputs ${namesOf(inputs)}`] : []),
    ...(outputs.length > 0 ? [`outputs ${namesOf(outputs)}`] : []),
    ...(examples.length > 0 ? [`examples ${joinNames(examples.map(({ _fileName = '' }) => _fileName))}`] : []),
  ];
  return inferred.length > 0
    ? `model '${model.name}': read from ${pathOf(reading)}: ${inferred.join('; ')}`
    : undefined;
}

function describeBatchSize({ value, isInferred, reason }: ReadBatchSize, hasNoTensors: boolean): string {
  const missing = hasNoTensors ? 'inputs, outputs and maxBatchSize' : 'maxBatchSize';
  return `maxBatchSize ${value} (${reason}${isInferred ? '' : `: to batch, set ${missing}`})`;
}

/** The path as the user wrote it. The whole folder of a file is deployed, so its path is added. */
function pathOf({ location: { path, files: ownFiles, fileName: namedFile }, files, fileName }: ModelReading): string {
  if (files !== ownFiles) return files._source === '' ? path : `${path} and ${files._source}`;
  const folder = files._content;
  if (!folder) return path;
  const details = [
    ...(fileName !== undefined && fileName !== namedFile ? [`model file ${fileName}`] : []),
    ...(namedFile === undefined ? [] : [`with the ${folder.files.length} files of the folder ${files._source}`]),
  ];
  return details.length > 0 ? `${path} (${details.join(', ')})` : path;
}

function namesOf(tensors: DescribedModel['inputs']): string {
  return joinNames(tensors.map(({ name }) => `'${name}'`));
}
