import type { ValidateOptions } from '../model-config';
import { Severity } from '../findings/finding';
import { Rule, RuleFinding } from '../findings/rule';
import { Json } from './render';
import { Tensor } from './tensor';
import type { TritonModel } from './triton-model';

/** Examples that the smoke test could only fail with, found before the deployment. */
export const exampleRules: Rule<TritonModel, ValidateOptions>[] = [
  {
    id: 'example.input',
    *check(model) {
      const { inputs, maxBatchSize } = model;
      if (inputs.length === 0) return; // the backend knows them
      for (const [index, { request }] of model.examples.entries()) {
        const isGenerate = isGenerateRequest(request);
        const field = `examples[${index}].request${isGenerate ? '' : '.inputs'}`;
        const given = tensorsIn(request.inputs);
        yield* compareAll(given, inputs, maxBatchSize, field);
        const names = isGenerate ? Object.keys(request) : given.map((tensor) => tensor?.name);
        const missing = inputs.filter(({ name, optional }) => !optional && !names.includes(name));
        if (missing.length > 0) yield { field, message: `lacks ${namesOf(missing)}, which the model requires` };
      }
    },
  },
  {
    id: 'example.output',
    *check(model) {
      const { outputs, maxBatchSize } = model;
      if (outputs.length === 0) return; // the backend knows them
      for (const [index, { response }] of model.examples.entries()) {
        const field = `examples[${index}].response.outputs`;
        for (const finding of compareAll(tensorsIn(response?.outputs), outputs, maxBatchSize, field)) {
          // Triton does not compare a response with the declared shape, and some exporters declare that of a single row.
          yield finding.field.endsWith('.shape') ? { ...finding, severity: Severity.WARNING } : finding;
        }
      }
    },
  },
];

/** Whether a request is one of Triton's generate extension, which has values by the names of inputs instead of tensors. */
export function isGenerateRequest(request: Json): boolean {
  return !Array.isArray(request.inputs);
}

function tensorsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

function* compareAll(given: Json[], known: Tensor[], maxBatchSize: number, field: string): Iterable<RuleFinding> {
  for (const [index, one] of given.entries()) {
    const at = `${field}[${index}]`;
    const { name, datatype, shape, data } = one ?? {};
    const tensor = known.find((each) => each.name === name);
    if (!tensor) {
      yield {
        field: `${at}.name`,
        message: `${typeof name === 'string' ? `got '${name}'` : 'it has no name'}; allowed: ${namesOf(known)}`,
      };
      continue;
    }
    if (datatype !== tensor.dataType.kserveName) {
      yield {
        field: `${at}.datatype`,
        message: `got ${datatype ?? 'none'} for '${name}'; allowed: ${tensor.dataType.kserveName}`,
      };
    }
    const sizes = tensorsIn(shape).map(Number);
    if (!matches(sizes, tensor, maxBatchSize)) {
      const batch = maxBatchSize > 0 ? [`1 to ${maxBatchSize}`] : [];
      yield {
        field: `${at}.shape`,
        message: `got [${sizes.join(', ')}] for '${name}'; allowed: [${[...batch, ...tensor.dims].join(', ')}]`,
      };
    }
    const wanted = sizes.reduce((product, size) => product * size, 1);
    const values = Array.isArray(data) ? countValues(data) : wanted;
    if (values !== wanted) {
      yield {
        field: `${at}.data`,
        message: `got ${values} values for '${name}'; allowed: ${wanted}, the number of elements of its shape`,
      };
    }
  }
}

/** However deep they are nested. */
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

function matches(shape: number[], { dims }: Tensor, maxBatchSize: number): boolean {
  const [batch, ...rest] = maxBatchSize > 0 ? shape : [1, ...shape];
  if (!(batch >= 1 && batch <= Math.max(maxBatchSize, 1))) return false;
  return rest.length === dims.length && dims.every((dim, index) => dim === -1 || dim === rest[index]);
}

function namesOf(tensors: Tensor[]): string {
  return tensors.map(({ name }) => `'${name}'`).join(', ');
}
