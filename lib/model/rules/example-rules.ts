import type { ValidateOptions } from '../../model-config';
import { Severity } from '../../findings/finding';
import { Rule, RuleFinding } from '../../findings/rule';
import type { ModelDefinition } from '../definition/model-definition';
import { Json } from '../values/render';
import { ModelExample } from '../values/model-example';
import { Tensor } from '../values/tensor';

/** Rules for examples (requests with expected responses). They report examples for which the smoke test would always fail. */
export const exampleRules: Rule<ModelDefinition, ValidateOptions>[] = [
  {
    id: 'example.input',
    *check(model) {
      const { inputs, maxBatchSize } = model;
      if (inputs.length === 0) return; // Triton reads the inputs from the model file
      for (const [path, { request, _fileName: file }] of requestsIn(model.examples)) {
        const isGenerate = isGenerateRequest(request);
        const field = `${path}.request${isGenerate ? '' : '.inputs'}`;
        const exampleTensors = tensorsIn(request.inputs);
        yield* inFile(file, checkTensors(exampleTensors, inputs, maxBatchSize, field));
        const names = isGenerate ? Object.keys(request) : exampleTensors.map((tensor) => tensor?.name);
        const missing = inputs.filter(({ name, optional }) => !optional && !names.includes(name));
        const message = `lacks ${namesOf(missing)}, which the model requires`;
        if (missing.length > 0) yield* inFile(file, [{ field, message }]);
      }
    },
  },
  {
    id: 'example.output',
    *check(model) {
      const { outputs, maxBatchSize } = model;
      if (outputs.length === 0) return; // Triton reads the outputs from the model file
      for (const [path, { response, _fileName: file }] of requestsIn(model.examples)) {
        const field = `${path}.response.outputs`;
        for (const finding of inFile(file, checkTensors(tensorsIn(response?.outputs), outputs, maxBatchSize, field))) {
          // A different shape is only a warning, because Triton does not compare the response with the declared shape. Some exporters
          // declare the shape of a single row.
          yield finding.field.endsWith('.shape') ? { ...finding, severity: Severity.WARNING } : finding;
        }
      }
    },
  },
];

/** The requests of the examples with their responses, by path. */
function* requestsIn(examples: readonly ModelExample[]): Iterable<[path: string, example: ModelExample]> {
  for (const [index, example] of examples.entries()) {
    yield [`examples[${index}]`, example];
    for (const [step, each] of example._nextSteps.entries()) yield [`examples[${index}].nextSteps[${step}]`, each];
  }
}

/** Adds the name of the example's file to findings, because the app may contain no list of examples. */
function* inFile(file: string | undefined, findings: Iterable<RuleFinding>): Iterable<RuleFinding> {
  for (const finding of findings) {
    yield file === undefined ? finding : { ...finding, message: `in ${file}: ${finding.message}` };
  }
}

/** Whether the body of a request has the format of Triton's generate extension, which contains values by input name, not tensors. */
export function isGenerateRequest(request: Json): boolean {
  return !Array.isArray(request.inputs);
}

function tensorsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

function* checkTensors(
  exampleTensors: Json[],
  declaredTensors: Tensor[],
  maxBatchSize: number,
  field: string,
): Iterable<RuleFinding> {
  for (const [index, example] of exampleTensors.entries()) {
    const exampleField = `${field}[${index}]`;
    const { name, datatype, shape, data } = example ?? {};
    const tensor = declaredTensors.find((each) => each.name === name);
    if (!tensor) {
      yield {
        field: `${exampleField}.name`,
        message: `${typeof name === 'string' ? `got '${name}'` : 'it has no name'}; allowed: ${namesOf(declaredTensors)}`,
      };
      continue;
    }
    if (datatype !== tensor.dataType.kserveName) {
      yield {
        field: `${exampleField}.datatype`,
        message: `got ${datatype ?? 'none'} for '${name}'; allowed: ${tensor.dataType.kserveName}`,
      };
    }
    const sizes = tensorsIn(shape).map(Number);
    if (!matchesShape(sizes, tensor, maxBatchSize)) {
      const batch = maxBatchSize > 0 ? [`1 to ${maxBatchSize}`] : [];
      yield {
        field: `${exampleField}.shape`,
        message: `got [${sizes.join(', ')}] for '${name}'; allowed: [${[...batch, ...tensor.dims].join(', ')}]`,
      };
    }
    const elementCount = sizes.reduce((product, size) => product * size, 1);
    const valueCount = Array.isArray(data) ? countValues(data) : elementCount;
    if (valueCount !== elementCount) {
      yield {
        field: `${exampleField}.data`,
        message: `got ${valueCount} values for '${name}'; allowed: ${elementCount}, the number of elements of its shape`,
      };
    }
  }
}

/** The total number of values in nested lists. */
function countValues(data: unknown[]): number {
  let count = 0;
  for (const lists = [data]; lists.length > 0;) {
    for (const value of lists.pop() ?? []) {
      if (Array.isArray(value)) lists.push(value);
      else count++;
    }
  }
  return count;
}

function matchesShape(shape: number[], { dims }: Tensor, maxBatchSize: number): boolean {
  const [batch, ...dimsWithoutBatch] = maxBatchSize > 0 ? shape : [1, ...shape];
  if (!(batch >= 1 && batch <= Math.max(maxBatchSize, 1))) return false;
  return (
    dimsWithoutBatch.length === dims.length && dims.every((dim, index) => dim === -1 || dim === dimsWithoutBatch[index])
  );
}

function namesOf(tensors: Tensor[]): string {
  return tensors.map(({ name }) => `'${name}'`).join(', ');
}
