import { isFloat } from '../../lib/client/protocol/elements';
import { GenerateBody } from '../../lib/client/protocol/generate';
import { flatten } from '../../lib/client/protocol/message';
import { describeJsonType, bigintToNumber } from '../../lib/client/protocol/read-output';
import { Tensor } from '../../lib/client/protocol/tensor';
import { checkModelName, CheckSummary, expectedValuesOf, hasFixedSize, listOutputs, summarize } from './check-response';
import { checkValues } from './check-values';
import { ModelRequest } from './requests';
import { TensorSpec } from '../../lib/contracts/smoke-test-properties';

/** Fields that the server adds to the outputs, and that no output replaces. */
const MODEL_FIELDS: readonly string[] = ['model_name', 'model_version'];

/**
 * Whether the server adds the field to the outputs. If the request has no ID, the field `id` is the output or the parameter with this name
 * (triton-inference-server/server, http_server.cc).
 */
function isServerField({ model }: ModelRequest, field: string): boolean {
  return MODEL_FIELDS.includes(field) || (field === 'id' && !model.outputs.some(({ name }) => name === 'id'));
}

/** Thrown if a result has status 200 but is not a response of the model: an error after the response has begun, or an empty stream. */
export class GenerateError extends Error {
  /** @param text the original error message from the model, which may contain payloads */
  constructor(
    message: string,
    public readonly text = '',
  ) {
    super(message);
  }
}

/**
 * Compares the responses to a request of Triton's generate extension with the model's configuration and with the example. The responses of
 * a stream are combined: for each output, texts are joined, and other elements are concatenated. The sentences do not quote the responses.
 *
 * @throws GenerateError if a response is an error, or if there is no response
 */
export function checkGenerated(request: ModelRequest, responses: GenerateBody[]): CheckSummary {
  const { outputs } = request.model;
  const expected = expectedOutputs(request);
  const names = [...new Set([...expected.keys(), ...outputs.map(({ name }) => name)])];
  rejectErrors(responses, names);
  const problems = responses.flatMap((response) => checkServerFields(request, response));
  const fields = responses.flatMap((response) => Object.keys(response));
  const received = [...new Set(fields)].filter((name) => !isServerField(request, name));
  // Without declared outputs, every field may be an output.
  const checked = received.filter((name) => outputs.length === 0 || names.includes(name));
  const missing = [...expected.keys()].filter((name) => !received.includes(name));
  if (checked.length === 0 || missing.length > 0) {
    const required = missing.length > 0 ? missing : names;
    const text = `output ${required.join(' or ') || 'of any name'} is missing; the response has ${listOutputs(received, names)}`;
    return summarize([...problems, text], true);
  }
  for (const name of checked) {
    const spec = outputs.find((output) => output.name === name);
    const title = names.includes(name) ? `output ${name}` : 'an output';
    const outputProblems = checkOutput(request, spec, elementsOf(responses, name), expected.get(name));
    problems.push(...outputProblems.map((text) => `${title}: ${text}`));
  }
  return summarize(
    problems,
    checked.some((name) => expected.has(name) || elementsOf(responses, name).length > 0),
  );
}

/** Throws an error if a response is one, although its status is 200, or if there is no response. */
function rejectErrors(responses: GenerateBody[], outputNames: string[]): void {
  if (responses.length === 0) throw new GenerateError('the stream ended without a response');
  const index = responses.findIndex((response) => Object.hasOwn(response, 'error'));
  if (index < 0 || outputNames.includes('error')) return;
  const position = responses.length > 1 ? ` in response ${index + 1} of ${responses.length}` : '';
  const { error } = responses[index];
  if (typeof error === 'string') throw new GenerateError(`the model responded with an error${position}`, error);
  throw new Error(`the model responded with an error${position} that is ${describeJsonType(error)}`);
}

/** The elements of an output in all responses. A field of a response contains one value or a flat list. */
function elementsOf(responses: GenerateBody[], name: string): unknown[] {
  return responses.flatMap((response) => (Object.hasOwn(response, name) ? response[name] : []));
}

function checkServerFields(request: ModelRequest, response: GenerateBody): string[] {
  const invalid = MODEL_FIELDS.filter((name) => Object.hasOwn(response, name) && typeof response[name] !== 'string');
  if (invalid.length > 0) return invalid.map((name) => `${name} is ${describeJsonType(response[name])}; allowed: text`);
  return checkModelName(request, response.model_name as string | undefined);
}

function checkOutput(
  request: ModelRequest,
  spec: TensorSpec | undefined,
  elements: unknown[],
  expected: unknown[] | undefined,
): string[] {
  const sizes = spec?.dims.map(Number).filter((size) => size > 0) ?? [];
  const multipleOf = sizes.reduce((product, size) => product * size, 1);
  if (elements.length % multipleOf !== 0) return [`${elements.length} values, expected a multiple of ${multipleOf}`];
  if (!expected && elements.length === 0 && spec && hasFixedSize(spec))
    return ['no values, although its dimensions are fixed'];
  const isText = elements.every((element) => typeof element === 'string');
  const actualElements = isText && expected?.length === 1 ? [elements.join('')] : elements;
  const dataType = spec?.dataType ?? guessDataType(actualElements[0]);
  return checkValues(
    isFloat(dataType) ? actualElements.map(bigintToNumber) : actualElements,
    expectedValuesOf(request, dataType, expected && { datatype: dataType, data: expected }),
  );
}

/** The expected outputs of an example. Its response is in the format of the generate extension or of KServe v2. */
function expectedOutputs(request: ModelRequest): Map<string, unknown[]> {
  const { outputs, ...values } = (request.example?.response ?? {}) as GenerateBody;
  if (Array.isArray(outputs)) return new Map((outputs as Tensor[]).map(({ name, data }) => [name, flatten(data)]));
  const fields = Object.entries(values).filter(([name]) => !isServerField(request, name));
  return new Map(fields.map(([name, value]) => [name, flatten([value])]));
}

/**
 * Guesses the data type of an output that is not in the configuration from a value. Such outputs exist if the server completes the
 * configuration.
 */
function guessDataType(value: unknown): string {
  if (typeof value === 'string') return 'BYTES';
  return typeof value === 'boolean' ? 'BOOL' : 'FP64';
}
