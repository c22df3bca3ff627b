import { isFloat } from '../../lib/client/protocol/elements';
import { Generated } from '../../lib/client/protocol/generate';
import { flatten } from '../../lib/client/protocol/message';
import { kindOf, withoutBigint } from '../../lib/client/protocol/read-output';
import { Tensor } from '../../lib/client/protocol/tensor';
import { checkModelName, emptyOutput, hasFixedSize, valuesOf, Verdict } from './check-answer';
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
 * Holds the responses to a generate request against the model's configuration and the example. The responses of a stream are taken together:
 * its texts are joined, other elements follow one another.
 *
 * @param showValues whether the words may have texts and values of the responses
 * @throws GenerateError when one of them is an error, or there is none
 */
export function checkGenerated(request: ModelRequest, responses: Generated[], showValues = false): Verdict {
  const { outputs } = request.model;
  const expected = expectedOutputs(request);
  const names = [...new Set([...expected.keys(), ...outputs.map(({ name }) => name)])];
  for (const [index, response] of responses.entries()) {
    if (!Object.hasOwn(response, 'error') || names.includes('error')) continue;
    const where = responses.length > 1 ? ` in response ${index + 1} of ${responses.length}` : '';
    const { error } = response;
    if (typeof error !== 'string')
      throw new Error(`the model responded with an error${where} that is ${kindOf(error)}`);
    throw new GenerateError(`the model responded with an error${where}${quote(error, showValues)}`, error);
  }
  if (responses.length === 0) throw new GenerateError('the stream ended without a response');
  const added = responses.flatMap((response) => checkAdded(request, response));
  const failed = (text: string): Verdict => ({ problems: [...added, text], empty: [], isTested: true });
  const given = new Set(responses.flatMap((response) => Object.keys(response)).filter((name) => !ADDED.includes(name)));
  const missing = [...expected.keys()].filter((name) => !given.has(name));
  const has = quoteNames([...given], names, showValues);
  if (missing.length > 0) return failed(`output ${missing.join(', ')} is missing; the response has ${has}`);
  if (given.size === 0 || (outputs.length > 0 && !names.some((name) => given.has(name)))) {
    return failed(`none of the model's outputs (${names.join(', ') || 'any'}) is in the response, which has ${has}`);
  }
  // Without declared outputs, each value may be one.
  const checked = [...given].filter((name) => outputs.length === 0 || names.includes(name));
  const elements = new Map(checked.map((name) => [name, elementsOf(responses, name)]));
  const empty = checked.filter((name) => elements.get(name)?.length === 0 && !expected.has(name));
  return {
    problems: [
      ...added,
      ...checked.flatMap((name) => {
        const spec = outputs.find((output) => output.name === name);
        const texts = checkOutput(request, spec, elements.get(name) ?? [], expected.get(name), showValues);
        return texts.map((text) => (names.includes(name) ? `output ${name}: ${text}` : `an output: ${text}`));
      }),
    ],
    empty: empty.map((name) => emptyOutput(names.includes(name) ? name : undefined)),
    isTested: empty.length < checked.length,
  };
}

/** Values of a response are single ones or flat lists. */
function elementsOf(responses: Generated[], name: string): unknown[] {
  return responses.flatMap((response) => (Object.hasOwn(response, name) ? response[name] : []));
}

function checkAdded(request: ModelRequest, response: Generated): string[] {
  const odd = ADDED.filter((name) => Object.hasOwn(response, name) && typeof response[name] !== 'string');
  if (odd.length > 0) return odd.map((name) => `${name} is ${kindOf(response[name])}; allowed: text`);
  return checkModelName(request, response.model_name as string | undefined);
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
  if (!expected && elements.length === 0 && spec && hasFixedSize(spec))
    return ['no values, although its dimensions are fixed'];
  const isText = elements.every((element) => typeof element === 'string');
  const actual = isText && expected?.length === 1 ? [elements.join('')] : elements;
  const dataType = spec?.dataType ?? dataTypeOf(actual[0]);
  return checkValues(
    isFloat(dataType) ? actual.map(withoutBigint) : actual,
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
