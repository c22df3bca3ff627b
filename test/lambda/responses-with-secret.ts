import * as fc from 'fast-check';
import { modelError, Reply } from './fake-endpoint';

/** A confidential text in responses, which only the caller of the endpoint may read. */
export const SECRET = 'patient-4711';

/** A line in the embedded metric format, which CloudWatch Logs would convert to a metric. */
const FAKE_METRIC = JSON.stringify({
  _aws: { Timestamp: 0, CloudWatchMetrics: [{ Namespace: 'N', Dimensions: [['D']], Metrics: [{ Name: 'M' }] }] },
  D: SECRET,
  M: 1,
});

/** A text that contains the secret, and may contain control sequences for terminals and logs. */
export const secretText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', 'Value error: ', 'CUDA out of memory: ', 'Stub process is not healthy: ', "No module named '"),
    fc.constantFrom('', '\u001b[2J', '\u0007', '\r\n', `\n${FAKE_METRIC}\n`, '\u202e', '\ud83d'),
    fc.string({ maxLength: 5 }),
  )
  .map(([prefix, control, suffix]) => `${prefix}${control}${SECRET}${suffix}`);

const anyValue = fc.oneof(secretText, fc.constantFrom<unknown>(0.5, null, true, 1e300, {}), fc.array(secretText));

/** An output tensor of a response. Each of its texts may be the secret. */
const tensor = fc.record({
  name: fc.oneof(fc.constant('scores'), secretText),
  datatype: fc.oneof(fc.constantFrom('FP32', 'BYTES', 'INT64'), secretText),
  shape: fc.array(fc.oneof(fc.constantFrom<unknown>(1, 3, -1), secretText), { maxLength: 3 }),
  data: fc.array(anyValue, { maxLength: 4 }),
  parameters: fc.constantFrom(undefined, {}, { binary_data_size: 5 }, { binary_data_size: SECRET }),
});

const inferenceBody = fc.record(
  {
    model_name: secretText,
    outputs: fc.oneof(fc.array(tensor, { maxLength: 3 }), secretText),
    error: fc.oneof(secretText, fc.record({ message: secretText })),
  },
  { requiredKeys: [] },
);

/** A response body of the generate extension. */
const generateBody = fc.oneof(
  fc.record(
    { text: anyValue, error: fc.oneof(secretText, fc.record({ message: secretText }), fc.constant(7)) },
    { requiredKeys: [] },
  ),
  fc.dictionary(secretText, anyValue, { maxKeys: 2 }),
);

/** A body of a response that may contain the secret. */
export const secretBody: fc.Arbitrary<string | object> = fc.oneof(
  inferenceBody,
  generateBody,
  secretText,
  inferenceBody.map((body) => JSON.stringify(body).slice(0, -3)),
);

const contentType = fc.constantFrom(
  'application/json',
  'text/html',
  `text/${SECRET}`,
  'application/vnd.sagemaker-triton.binary+json;json-header-size=40',
  `application/vnd.sagemaker-triton.binary+json;json-header-size=9;${SECRET}`,
);

const modelErrors = fc
  .tuple(fc.constantFrom(0, 400, 404, 413, 500, 507), secretText, fc.constantFrom('text', 'json', 'event'))
  .map(([status, text, format]) => {
    const json = JSON.stringify({ error: text });
    return modelError(status, format === 'text' ? text : format === 'json' ? json : `data: ${json}`);
  });

/** An error response with an invalid body, which contains the error message of the model. */
const unreadableError = secretText.map((text): Reply => ({
  status: 400,
  headers: { 'x-amzn-errortype': 'ModelError' },
  body: `{"Message": ${text}`,
}));

/** Matches control characters except line feeds, marks that change the text direction, and lone surrogates. */
export const CONTROL_CHARACTER = /(?!\n)\p{Cc}|\p{Bidi_Control}|\p{Cs}/u;

/** A response of an endpoint that may contain the secret. */
export const secretReply: fc.Arbitrary<Reply> = fc.oneof(
  modelErrors,
  unreadableError,
  fc.record({
    body: secretBody,
    headers: contentType.map((type): Record<string, string> => ({ 'content-type': type })),
  }),
);

/** A streamed response that may contain the secret. */
export const secretStream: fc.Arbitrary<Reply> = fc.oneof(
  modelErrors,
  fc
    .array(
      fc.oneof(
        generateBody.map((data) => `data: ${JSON.stringify(data)}\n\n`),
        secretText,
      ),
      { maxLength: 3 },
    )
    .map((stream): Reply => ({ stream })),
);
