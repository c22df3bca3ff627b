import { Tensor } from '../../lib/model/values/tensor';
import { TritonModel } from '../../lib/model/triton-model';
import { DescribedModel } from './described-model';
import { Argument, Syntax } from './syntax';

/** The file with the example request for the smoke test. */
export const EXAMPLE_FILE = 'example.json';

/**
 * Generates the source file that defines the model.
 *
 * @param relativePath the path of the model, relative to the folder of the app
 */
export function renderModelModule(
  describedModel: DescribedModel,
  relativePath: string,
  syntax: Syntax,
  hasExample: boolean,
): string {
  const example = `ModelExample.${syntax.translateName('fromFile')}(${syntax.pathExpression(EXAMPLE_FILE)})`;
  const examples: Argument[] = hasExample ? [['examples', `[${example}]`]] : [];
  return describedModel.source.kind === 'file'
    ? fileModelSource(describedModel, relativePath, syntax, examples)
    : configuredModelSource(describedModel, relativePath, syntax, examples);
}

/** The source file for a model that has a config.pbtxt. */
function configuredModelSource(
  { source, model }: DescribedModel,
  relativePath: string,
  syntax: Syntax,
  examples: Argument[],
): string {
  const folder = syntax.pathExpression(relativePath);
  const readExpression =
    source.kind === 'repository'
      ? `TritonModel.${syntax.translateName('fromRepository')}(${folder}, ${syntax.stringLiteral(model.name)})`
      : `TritonModel.${syntax.translateName('fromDirectory')}(${folder})`;
  const expression =
    examples.length > 0
      ? syntax.methodCall(`${readExpression}.${syntax.translateName('withOverrides')}`, examples)
      : readExpression;
  const tensors = [...model.inputs.map(tensorDescriber('input')), ...model.outputs.map(tensorDescriber('output'))];
  const imported = [...(examples.length > 0 ? ['ModelExample'] : []), 'TritonModel'];
  return syntax.sourceFile(imported, ['config.pbtxt contains the configuration for Triton:', ...tensors], expression);
}

/** The source file for a model file without a config.pbtxt. The source file contains all settings. */
function fileModelSource(
  { source, model }: DescribedModel,
  relativePath: string,
  syntax: Syntax,
  examples: Argument[],
): string {
  const factory = source.kind === 'file' && !source.isFolder ? 'fromFile' : 'fromDirectory';
  const fileName = model.config._document.default_model_filename;
  const expression = syntax.constructorCall('TritonModel', [
    ['name', syntax.stringLiteral(model.name)],
    ['backend', `Backend.${model.backend.name === 'pytorch' ? 'PYTORCH' : 'ONNXRUNTIME'}`],
    ['files', `ModelFiles.${syntax.translateName(factory)}(${syntax.pathExpression(relativePath)})`],
    ...(fileName ? ([['defaultModelFilename', syntax.stringLiteral(fileName)]] as const) : []),
    ['maxBatchSize', String(model.maxBatchSize)],
    ['inputs', listSource(model.inputs, syntax)],
    ['outputs', listSource(model.outputs, syntax)],
    ...examples,
  ]);
  const imported = ['Backend', ...(examples.length > 0 ? ['ModelExample'] : []), 'ModelFiles', 'Tensor', 'TritonModel'];
  return syntax.sourceFile(imported, [describeBatching(model)], expression);
}

function describeBatching({ maxBatchSize }: TritonModel): string {
  return maxBatchSize > 0
    ? 'The first dimension of all inputs and outputs is variable, so the model accepts batches. Tensors are written without that dimension.'
    : 'Not all inputs and outputs have a variable first dimension, so the model accepts no batches.';
}

function listSource(tensors: Tensor[], syntax: Syntax): string {
  return `[${tensors.map((tensor) => tensorSource(tensor, syntax)).join(', ')}]`;
}

function tensorSource(tensor: Tensor, syntax: Syntax): string {
  const factory = tensor.dataType.name.replace(/^TYPE_/, '').toLowerCase();
  const isReshaped = tensor._modelDims !== tensor.dims;
  const options = isReshaped ? `, ${syntax.optionalArguments([['reshape', `[${tensor._modelDims.join(', ')}]`]])}` : '';
  return `Tensor.${factory}(${syntax.stringLiteral(tensor.name)}, [${tensor.dims.join(', ')}]${options})`;
}

function tensorDescriber(direction: string): (tensor: Tensor) => string {
  return ({ name, dataType, dims }) =>
    `${direction} ${escapeForComment(name)}: ${dataType.kserveName} [${dims.join(', ')}]`;
}

/** Escapes an untrusted name for a comment: a line break would end the comment, and the rest of the name would be code. */
function escapeForComment(text: string): string {
  return text.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
