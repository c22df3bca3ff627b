import * as fc from 'fast-check';
import { modelError, Reply } from './fake-endpoint';

/** What only the caller of a model may see. */
export const SECRET = 'patient-4711';

/** A line that CloudWatch Logs would make a metric of. */
const FAKE_METRIC = JSON.stringify({
  _aws: { Timestamp: 0, CloudWatchMetrics: [{ Namespace: 'N', Dimensions: [['D']], Metrics: [{ Name: 'M' }] }] },
  D: SECRET,
  M: 1,
});

/** A text with the secret in it, and what terminals and logs obey. */
export const secretText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', 'Value error: ', 'CUDA out of memory: ', 'Stub process is not healthy: ', "No module named '"),
    fc.constantFrom('', '\u001b[2J', '\u0007', '\r\n', `\n${FAKE_METRIC}\n`, '\u202e', '\ud83d'),
    fc.string({ maxLength: 5 }),
  )
  .map(([before, control, after]) => `${before}${control}${SECRET}${after}`);

const value = fc.oneof(secretText, fc.constantFrom<unknown>(0.5, null, true, 1e300, {}), fc.array(secretText));

/** Tensors as a response may have them, in which any text may be the secret. */
const tensor = fc.record({
  name: fc.oneof(fc.constant('scores'), secretText),
  datatype: fc.oneof(fc.constantFrom('FP32', 'BYTES', 'INT64'), secretText),
  shape: fc.array(fc.oneof(fc.constantFrom<unknown>(1, 3, -1), secretText), { maxLength: 3 }),
  data: fc.array(value, { maxLength: 4 }),
  parameters: fc.constantFrom(undefined, {}, { binary_data_size: 5 }, { binary_data_size: SECRET }),
});

const inference = fc.record(
  {
    model_name: secretText,
    outputs: fc.oneof(fc.array(tensor, { maxLength: 3 }), secretText),
    error: fc.oneof(secretText, fc.record({ message: secretText })),
  },
  { requiredKeys: [] },
);

/** A response of the generate extension. */
const generated = fc.oneof(
  fc.record(
    { text: value, error: fc.oneof(secretText, fc.record({ message: secretText }), fc.constant(7)) },
    { requiredKeys: [] },
  ),
  fc.dictionary(secretText, value, { maxKeys: 2 }),
);

/** The body of a response. */
export const secretBody: fc.Arbitrary<string | object> = fc.oneof(
  inference,
  generated,
  secretText,
  inference.map((each) => JSON.stringify(each).slice(0, -3)),
);

const contentType = fc.constantFrom(
  'application/json',
  'text/html',
  `text/${SECRET}`,
  'application/vnd.sagemaker-triton.binary+json;json-header-size=40',
  `application/vnd.sagemaker-triton.binary+json;json-header-size=9;${SECRET}`,
);

const error = fc
  .tuple(fc.constantFrom(0, 400, 404, 413, 500, 507), secretText, fc.constantFrom('text', 'json', 'event'))
  .map(([status, text, form]) => {
    const json = JSON.stringify({ error: text });
    return modelError(status, form === 'text' ? text : form === 'json' ? json : `data: ${json}`);
  });

/** An error of the service that is none: its body quotes the model's. */
const unreadable = secretText.map((text): Reply => ({
  status: 400,
  headers: { 'x-amzn-errortype': 'ModelError' },
  body: `{"Message": ${text}`,
}));

/** Control characters but the ends of lines, and halves of characters. */
export const OBEYED = /(?!\n)\p{Cc}|\p{Bidi_Control}|\p{Cs}/u;

/** What an endpoint may respond with, the secret somewhere in it. */
export const secretReply: fc.Arbitrary<Reply> = fc.oneof(
  error,
  unreadable,
  fc.record({
    body: secretBody,
    headers: contentType.map((type): Record<string, string> => ({ 'content-type': type })),
  }),
);

/** What an endpoint may stream. */
export const secretStream: fc.Arbitrary<Reply> = fc.oneof(
  error,
  fc
    .array(
      fc.oneof(
        generated.map((data) => `data: ${JSON.stringify(data)}\n\n`),
        secretText,
      ),
      { maxLength: 3 },
    )
    .map((stream): Reply => ({ stream })),
);
