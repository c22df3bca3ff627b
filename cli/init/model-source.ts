import { Tensor } from '../../lib/model/tensor';
import { TritonModel } from '../../lib/model/triton-model';
import { DescribedModel } from './described-model';
import { Argument, Syntax } from './syntax';

/** The request of the app's smoke test, beside the model's source. */
export const EXAMPLE_FILE = 'example.json';

/**
 * The source of the app's model.
 *
 * @param relative the path of the model from the app's folder
 */
export function modelSource(described: DescribedModel, relative: string, syntax: Syntax, hasExample: boolean): string {
  const example = `ModelExample.${syntax.name('fromFile')}(${syntax.path(EXAMPLE_FILE)})`;
  const examples: Argument[] = hasExample ? [['examples', `[${example}]`]] : [];
  return described.place.kind === 'file'
    ? describedSource(described, relative, syntax, examples)
    : configuredSource(described, relative, syntax, examples);
}

/** A model that has a config.pbtxt. */
function configuredSource(
  { place, model }: DescribedModel,
  relative: string,
  syntax: Syntax,
  examples: Argument[],
): string {
  const folder = syntax.path(relative);
  const read =
    place.kind === 'repository'
      ? `TritonModel.${syntax.name('fromRepository')}(${folder}, ${syntax.text(model.name)})`
      : `TritonModel.${syntax.name('fromDirectory')}(${folder})`;
  const source = examples.length > 0 ? syntax.call(`${read}.${syntax.name('withOverrides')}`, examples) : read;
  const tensors = [...model.inputs.map(describe('input')), ...model.outputs.map(describe('output'))];
  const imported = [...(examples.length > 0 ? ['ModelExample'] : []), 'TritonModel'];
  return syntax.file(imported, ['config.pbtxt contains the configuration for Triton:', ...tensors], source);
}

/** A model file, of which Triton has to be told everything. */
function describedSource(
  { place, model }: DescribedModel,
  relative: string,
  syntax: Syntax,
  examples: Argument[],
): string {
  const factory = place.kind === 'file' && place.path === place.file ? 'fromFile' : 'fromDirectory';
  const source = syntax.create('TritonModel', [
    ['name', syntax.text(model.name)],
    ['backend', `Backend.${model.backend.name === 'pytorch' ? 'PYTORCH' : 'ONNXRUNTIME'}`],
    ['files', `ModelFiles.${syntax.name(factory)}(${syntax.path(relative)})`],
    ['maxBatchSize', String(model.maxBatchSize)],
    ['inputs', listSource(model.inputs, syntax)],
    ['outputs', listSource(model.outputs, syntax)],
    ...examples,
  ]);
  const imported = ['Backend', ...(examples.length > 0 ? ['ModelExample'] : []), 'ModelFiles', 'Tensor', 'TritonModel'];
  return syntax.file(imported, [aboutBatches(model)], source);
}

function aboutBatches({ maxBatchSize }: TritonModel): string {
  return maxBatchSize > 0
    ? 'The first dimension of all inputs and outputs is variable, so the model accepts batches. Tensors are written without that dimension.'
    : 'Not all inputs and outputs have a variable first dimension, so the model accepts no batches.';
}

function listSource(tensors: Tensor[], syntax: Syntax): string {
  return `[${tensors.map((tensor) => tensorSource(tensor, syntax)).join(', ')}]`;
}

function tensorSource(tensor: Tensor, syntax: Syntax): string {
  const factory = tensor.dataType.name.replace(/^TYPE_/, '').toLowerCase();
  const reshaped = tensor._modelDims !== tensor.dims;
  const options = reshaped ? `, ${syntax.options([['reshape', `[${tensor._modelDims.join(', ')}]`]])}` : '';
  return `Tensor.${factory}(${syntax.text(tensor.name)}, [${tensor.dims.join(', ')}]${options})`;
}

function describe(side: string): (tensor: Tensor) => string {
  return ({ name, dataType, dims }) => `${side} ${inOneLine(name)}: ${dataType.kserveName} [${dims.join(', ')}]`;
}

/** A name from a file that others wrote: a line break would end the comment, and what follows would be code. */
function inOneLine(text: string): string {
  return text.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
