import { Tensor } from '../../lib/model/values/tensor';
import { TritonModel } from '../../lib/model/triton-model';
import { CodeWriter, Code, escapeForComment, Properties } from '../app/code';
import { DescribedModel } from './described-model';

/** The file with the example request for the smoke test. */
export const EXAMPLE_FILE = 'example.json';

/**
 * Generates the source file that defines the model.
 *
 * @param relativePath the path of the model, relative to the folder of the app
 * @param exampleFiles the paths of the model's examples
 */
export function renderModelModule(
  { source, model }: DescribedModel,
  relativePath: string,
  writer: CodeWriter,
  exampleFiles: string[],
): string {
  const calls = exampleFiles.map((file) => writer.call('ModelExample.fromFile', [writer.path(file)]));
  const examples: Properties = { examples: calls.length > 0 ? writer.list(calls) : undefined };
  const folder = writer.path(relativePath);
  const isPython = writer.language === 'python';
  const toFile = (comments: string[], code: Code): string => {
    const lines = comments.map((comment) => `${isPython ? '#' : '//'} ${comment}\n`).join('');
    const definition = isPython ? `model = ${code}\n` : `export const model = ${code};\n`;
    return `${writer.header()}\n${lines}${definition}`;
  };
  if (source.kind !== 'file') {
    const code =
      source.kind === 'repository'
        ? writer.call('TritonModel.fromRepository', [folder, writer.text(model.name)])
        : writer.call('TritonModel.fromDirectory', [folder]);
    const overrides = exampleFiles.includes(EXAMPLE_FILE)
      ? `.${writer.name('withOverrides')}${writer.arguments([], examples)}`
      : '';
    const tensors = [...model.inputs.map(tensorDescriber('input')), ...model.outputs.map(tensorDescriber('output'))];
    return toFile(['config.pbtxt contains the configuration for Triton:', ...tensors], `${code}${overrides}`);
  }
  const fileName = model.config._document.default_model_filename;
  const properties: Properties = {
    name: writer.text(model.name),
    backend: writer.constant('Backend', model.backend.name === 'pytorch' ? 'PYTORCH' : 'ONNXRUNTIME'),
    files: writer.call(`ModelFiles.${source.isFolder ? 'fromDirectory' : 'fromFile'}`, [folder]),
    defaultModelFilename: fileName ? writer.text(fileName) : undefined,
    maxBatchSize: String(model.maxBatchSize),
    inputs: writer.list(model.inputs.map((tensor) => tensorCode(tensor, writer))),
    outputs: writer.list(model.outputs.map((tensor) => tensorCode(tensor, writer))),
    ...examples,
  };
  return toFile([describeBatching(model)], writer.call('new TritonModel', [], properties));
}

function describeBatching({ maxBatchSize }: TritonModel): string {
  return maxBatchSize > 0
    ? 'The first dimension of all inputs and outputs is variable, so the model accepts batches. Tensors are written without that dimension.'
    : 'Not all inputs and outputs have a variable first dimension, so the model accepts no batches.';
}

function tensorCode(tensor: Tensor, writer: CodeWriter): Code {
  const factory = tensor.dataType.name.replace(/^TYPE_/, '').toLowerCase();
  const isReshaped = tensor._modelDims !== tensor.dims;
  const options = { reshape: isReshaped ? writer.json([...tensor._modelDims]) : undefined };
  return writer.call(`Tensor.${factory}`, [writer.text(tensor.name), writer.json([...tensor.dims])], options);
}

function tensorDescriber(direction: string): (tensor: Tensor) => string {
  return ({ name, dataType, dims }) =>
    `${direction} ${escapeForComment(name)}: ${dataType.kserveName} [${dims.join(', ')}]`;
}
