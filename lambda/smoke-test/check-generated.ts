import { Generated } from '../../lib/client/protocol/generate';
import { flatten } from '../../lib/client/protocol/message';
import { Tensor } from '../../lib/client/protocol/tensor';
import { valuesOf } from './check-answer';
import { checkValues } from './check-values';
import { quote, quoteNames } from './quote';
import { ModelRequest } from './requests';
import { TensorSpec } from './test-plan';

/** What the server adds to the outputs. */
const ADDED: readonly string[] = ['id', 'model_name', 'model_version'];

/** What a model sends with status 200 instead of a response: its own error once a response has begun, or nothing. */
export class GenerateError extends Error {
  /** @param text the model's own */
  constructor(
    message: string,
    public readonly text = '',
  ) {
    super(message);
  }
}

/**
 * What is wrong with the responses to a generate request, in words; empty when nothing is. The responses of a stream are taken together:
 * its texts are joined, other elements follow one another.
 *
 * @param showValues whether the words may have texts and values of the responses
 * @throws GenerateError when one of them is an error, or there is none
 */
export function checkGenerated(request: ModelRequest, responses: Generated[], showValues = false): string[] {
  const { outputs } = request.model;
  for (const [index, { error }] of responses.entries()) {
    if (typeof error !== 'string' || outputs.some(({ name }) => name === 'error')) continue;
    const where = responses.length > 1 ? ` in response ${index + 1} of ${responses.length}` : '';
    throw new GenerateError(`the model responded with an error${where}${quote(error, showValues)}`, error);
  }
  if (responses.length === 0) throw new GenerateError('the stream ended without a response');
  const given = new Set(responses.flatMap((response) => Object.keys(response)).filter((name) => !ADDED.includes(name)));
  const expected = expectedOutputs(request);
  const names = [...new Set([...expected.keys(), ...outputs.map(({ name }) => name)])];
  const missing = [...expected.keys()].filter((name) => !given.has(name));
  const has = quoteNames([...given], names, showValues);
  if (missing.length > 0) return [`output ${missing.join(', ')} is missing; the response has ${has}`];
  if (given.size === 0 || (outputs.length > 0 && !names.some((name) => given.has(name)))) {
    return [`none of the model's outputs (${names.join(', ') || 'any'}) is in the response, which has ${has}`];
  }
  return names
    .filter((name) => given.has(name))
    .flatMap((name) => {
      const spec = outputs.find((output) => output.name === name);
      const elements = responses.flatMap((response) => (name in response ? flatten([response[name]]) : []));
      return checkOutput(request, spec, elements, expected.get(name), showValues).map(
        (text) => `output ${name}: ${text}`,
      );
    });
}

function checkOutput(
  request: ModelRequest,
  spec: TensorSpec | undefined,
  elements: unknown[],
  expected: unknown[] | undefined,
  showValues: boolean,
): string[] {
  const sizes = spec?.dims.map(Number).filter((size) => size > 0) ?? [];
  const multiple = sizes.reduce((product, size) => product * size, 1);
  if (elements.length % multiple !== 0) return [`${elements.length} values, expected a multiple of ${multiple}`];
  const isText = elements.every((element) => typeof element === 'string');
  const actual = isText && expected?.length === 1 ? [elements.join('')] : elements;
  const dataType = spec?.dataType ?? dataTypeOf(actual[0]);
  return checkValues(
    actual,
    valuesOf(request, dataType, expected && { datatype: dataType, data: expected }),
    showValues,
  );
}

/** The values of an example's response, which is a generate or a KServe one. */
function expectedOutputs({ example }: ModelRequest): Map<string, unknown[]> {
  const { outputs, ...values } = (example?.response ?? {}) as Generated;
  if (Array.isArray(outputs)) return new Map((outputs as Tensor[]).map(({ name, data }) => [name, flatten(data)]));
  const own = Object.entries(values).filter(([name]) => !ADDED.includes(name));
  return new Map(own.map(([name, value]) => [name, flatten([value])]));
}

/** Of an output that the configuration does not have, since the server completes it. */
function dataTypeOf(value: unknown): string {
  if (typeof value === 'string') return 'BYTES';
  return typeof value === 'boolean' ? 'BOOL' : 'FP64';
}
