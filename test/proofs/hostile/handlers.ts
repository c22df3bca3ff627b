import { AwsError } from '../../account/call';
import { FakeAws } from '../../lambda/fake-aws';
import { modelError, Reply } from '../../lambda/fake-endpoint';
import { FunctionInAccount, inAccount } from '../../lambda/in-account';
import type { Judged, LibraryInput } from './library-input';

/** Events, properties, responses and log lines that the handlers read. */

const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m';
const LARGEST_RESPONSE = 4096;
/** Of a logical ID that CloudFormation takes. */
const LONGEST_LOGICAL_ID = 255;
/** Of a key of S3, which is the longest name in a property, and of a physical ID. */
const LONGEST_NAME = 1024;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The handlers of custom resources, with properties that they accept. */
const HANDLERS: Record<string, object> = {
  'build-engine': {
    Bucket: 'models',
    Prefix: `stack/_engines/${'ab'.repeat(32)}/`,
    SourceBucket: 'assets',
    ManifestKey: 'manifest.json',
    Job: 'processing',
    InstanceType: 'ml.g5.xlarge',
    ImageUri: 'x',
    RoleArn: 'arn:aws:iam::111122223333:role/JobRole',
    VolumeSizeInGB: '31',
    MaxRuntimeInSeconds: '3000',
    UnusedDays: '30',
  },
  'endpoint-cleanup': { EndpointName: 'vision', SecurityGroupIds: ['sg-1'], RoleArn: 'role', KeyArns: ['key'] },
  'failure-report': { EndpointName: 'vision', EndpointConfigName: 'new' },
  preflight: {
    Fleets: JSON.stringify([
      {
        name: 'vision',
        variants: [{ name: 'AllTraffic', instanceTypes: ['ml.g5.xlarge'], count: 2 }],
        retainsCounts: false,
        version: 'first',
      },
    ]),
  },
  'publish-model': {
    Bucket: 'models',
    Prefix: 'stack/endpoint/model/v1/',
    SourceBucket: 'assets',
    ManifestKey: 'manifest.json',
  },
  'recommendation-start': {},
  'scaling-registration': { EndpointName: 'vision', EndpointConfigName: 'new', Variants: '[]' },
};

interface Scene {
  readonly handler: string;
  readonly properties?: unknown;
  readonly event?: object;
  readonly prepare?: (lambda: FunctionInAccount) => void;
  readonly ownProperties?: boolean;
}

/**
 * What templates of this library write, and nobody else, has wrong types only by a defect of this library. CloudFormation has to be told in time
 * even then, but the words of JavaScript may do.
 */
function judged(bodies: string[], problems: string[], ownProperties = false): Judged {
  const text = bodies.map((body) => (JSON.parse(body) as { Reason: string }).Reason).join('\n');
  if (!ownProperties) return { text, problems };
  return { text: '', problems: [...problems, ...controlProblems('the reason', text)] };
}

function controlProblems(where: string, text: string): string[] {
  const found = OBEYED.exec(text.replaceAll('\t', ' '));
  if (!found) return [];
  const around = text.slice(Math.max(0, found.index - 80), found.index + 80);
  return [`a control character in ${where}: ${JSON.stringify(around)}`];
}

/** What CloudFormation is told, and how often. */
async function told({
  handler,
  properties = HANDLERS[handler],
  event = {},
  prepare,
  ownProperties,
}: Scene): Promise<Judged> {
  return inAccount(handler, async (lambda) => {
    const bodies: string[] = [];
    prepare?.(lambda);
    const take = lambda.aws.lambda.takeResponse;
    lambda.aws.lambda.takeResponse = async (url, body) => {
      bodies.push(body);
      return take(url, body);
    };
    const old = { OldResourceProperties: HANDLERS[handler] };
    const verdict = await lambda.send({ ...old, ...event }, properties as object).catch((error: Error) => error);
    const logged = [...lambda.aws.logs.groups]
      .filter(([group]) => group.startsWith('/aws/lambda/'))
      .flatMap(([, { streams }]) => [...streams.values()].flat().map(({ message }) => message))
      .join('\n');
    const failure = verdict instanceof Error ? verdict.message : undefined;
    return judged(bodies, problemsOf(bodies, logged, failure), ownProperties);
  });
}

function problemsOf(bodies: string[], logged: string, failure?: string): string[] {
  const problems: string[] = [];
  if (failure !== undefined) problems.push(`CloudFormation waits for an hour: ${failure}`);
  if (bodies.length !== 1)
    problems.push(`${bodies.length} responses to CloudFormation; log: ${JSON.stringify(logged.slice(0, 300))}`);
  for (const body of bodies) {
    const { Status } = JSON.parse(body) as { Status: string };
    if (Status !== 'SUCCESS' && Status !== 'FAILED') problems.push(`the status ${Status}`);
    if (Buffer.byteLength(body) > LARGEST_RESPONSE) problems.push(`a response of ${Buffer.byteLength(body)} bytes`);
  }
  return [...problems, ...controlProblems('the log', logged)];
}

/** Every property of a handler is replaced, all at the same time. CloudFormation always sends properties, and numbers as texts. */
const PROPERTIES: Record<string, (usual: object) => unknown> = {
  'whose first one is missing': (usual) => Object.fromEntries(Object.entries(usual).slice(1)),
  'whose first one is null': (usual) =>
    Object.fromEntries(Object.entries(usual).map(([key, value], index) => [key, index === 0 ? null : value])),
  'that are a text': () => 'text',
  'that are empty': () => ({}),
  'that are all null': (usual) => Object.fromEntries(Object.keys(usual).map((key) => [key, null])),
  'that are all lists': (usual) => Object.fromEntries(Object.keys(usual).map((key) => [key, [[]]])),
  'that are all objects': (usual) =>
    Object.fromEntries(Object.keys(usual).map((key) => [key, { length: '-1', name: ['x'] }])),
  'that are all empty texts': (usual) => Object.fromEntries(Object.keys(usual).map((key) => [key, ''])),
  'that all have escape sequences': (usual) => Object.fromEntries(Object.keys(usual).map((key) => [key, ESCAPES])),
  'that are all as long as AWS takes': (usual) =>
    Object.fromEntries(Object.keys(usual).map((key) => [key, 'x'.repeat(LONGEST_NAME)])),
  'that are all JSON of null': (usual) => Object.fromEntries(Object.keys(usual).map((key) => [key, 'null'])),
  // Names, which become the physical ID, are no JSON and shorter.
  'that are all deep JSON': (usual) =>
    Object.fromEntries(
      Object.entries(usual).map(([key, value]) => [
        key,
        '['.repeat(String(value).startsWith('[') ? 50_000 : LONGEST_NAME),
      ]),
    ),
};

const EVENTS: Record<string, object> = {
  'an unknown request': { RequestType: 'Explode' },
  'a deletion without a physical ID': { RequestType: 'Delete', PhysicalResourceId: null },
  'a deletion of another physical ID': { RequestType: 'Delete', PhysicalResourceId: `s3://${ESCAPES}/../../` },
  'the longest physical ID': { RequestType: 'Update', PhysicalResourceId: 'x'.repeat(LONGEST_NAME) },
  'a deadline that is no number': { RequestType: 'Delete', PhysicalResourceId: 'x', deadline: 'later' },
  'the longest logical ID': { LogicalResourceId: 'L'.repeat(LONGEST_LOGICAL_ID) },
};

const OLD_PROPERTIES: Record<string, unknown> = {
  nothing: null,
  'no properties': {},
  'wrong types': { EndpointName: 7, Variants: 'null', Bucket: {} },
};

const generic: LibraryInput[] = Object.entries(HANDLERS).flatMap(([handler, usual]) => [
  ...Object.entries(PROPERTIES).map(([what, change]): LibraryInput => ({
    name: `${handler}: properties ${what}`,
    run: () => told({ handler, properties: change(usual), ownProperties: true }),
  })),
  ...Object.entries(OLD_PROPERTIES).map(([what, OldResourceProperties]): LibraryInput => ({
    name: `${handler}: an update from ${what}`,
    run: () => {
      const event = { RequestType: 'Update', PhysicalResourceId: 'x', OldResourceProperties };
      return told({ handler, event, ownProperties: true });
    },
  })),
  ...Object.entries(EVENTS).map(([what, event]): LibraryInput => ({
    name: `${handler}: ${what}`,
    run: () => told({ handler, event }),
  })),
]);

const PING = 'The primary container for production variant AllTraffic did not pass the ping health check.';
const FAILURES: Record<string, { reason?: unknown; lines?: string[]; ownProperties?: boolean }> = {
  'a reason with escape sequences': { reason: `${ESCAPES}${PING}` },
  'a reason of 1 MB': { reason: 'x'.repeat(1 << 20) },
  'a reason of 100,000 characters outside ASCII': { reason: '\u{1f600}'.repeat(50_000) },
  // SageMaker's API has texts alone.
  'a reason of wrong type': { reason: { a: 1 }, ownProperties: true },
  'lines with escape sequences': {
    reason: PING,
    lines: [`${ESCAPES}error: failed to load`, `ImportError: ${ESCAPES}`],
  },
  'lines of 256 KB': { reason: PING, lines: Array.from({ length: 20 }, () => `failed to load ${'x'.repeat(1 << 18)}`) },
  '10,000 lines': {
    reason: PING,
    lines: Array.from({ length: 10_000 }, (_, index) => `failed to load 'm${index}': Internal`),
  },
  'lines with secrets of lone surrogates': { reason: PING, lines: ['\ud800', '\udfff failed to load'] },
  'empty lines': { reason: PING, lines: Array.from({ length: 5000 }, () => '') },
};

const failures: LibraryInput[] = Object.entries(FAILURES).map(([what, { reason, lines = [], ownProperties }]) => ({
  name: `failure-report: ${what}`,
  run: () =>
    told({
      handler: 'failure-report',
      ownProperties,
      prepare: (lambda) => {
        lambda.stackStatus = 'CREATE_IN_PROGRESS';
        lambda.answers = ({ operation }) =>
          operation === 'DescribeEndpoint'
            ? { EndpointStatus: 'Failed', EndpointConfigName: 'new', FailureReason: reason }
            : undefined;
        const events = lines.map((message) => ({ timestamp: 0, message: `${message}\n` }));
        lambda.aws.logs.groups.set('/aws/sagemaker/Endpoints/vision', {
          streams: new Map([['AllTraffic/i-1', events]]),
          filters: new Map(),
        });
      },
    }),
}));

const ERRORS: Record<string, AwsError> = {
  'an error with escape sequences': new AwsError('ValidationException', ESCAPES),
  'an error of 1 MB': new AwsError('ValidationException', 'x'.repeat(1 << 20)),
  'an error without a message': new AwsError('AccessDeniedException', ''),
  'an error with the name of a prototype': new AwsError('__proto__', 'constructor'),
};
const errors: LibraryInput[] = Object.keys(HANDLERS).flatMap((handler) =>
  Object.entries(ERRORS).map(([what, error]): LibraryInput => ({
    name: `${handler}: ${what} of each service`,
    run: () =>
      told({
        handler,
        prepare: (lambda) =>
          (lambda.answers = ({ service }) => {
            if (['lambda', 'logs'].includes(service)) return undefined;
            throw error;
          }),
      }),
  })),
);

const MODEL = {
  name: 'classifier',
  maxBatchSize: 8,
  inputs: [{ name: 'image', dataType: 'FP32', dims: ['2', '-1'], optional: false }],
  outputs: [{ name: 'scores', dataType: 'FP32', dims: ['3'] }],
};
const SCORES = { name: 'scores', datatype: 'FP32', shape: [1, 3], data: [0.1, 0.2, 0.7] };
const EXAMPLE = {
  request: { inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 2, 2], data: [1, 2, 3, 4] }] },
  response: { outputs: [SCORES] },
  absoluteTolerance: 1e-3,
  relativeTolerance: 0,
};
const spec = (model: unknown = MODEL, more: object = {}): object => ({
  Spec: JSON.stringify({ models: [model], ...more }),
});
const answer = (...outputs: unknown[]): Reply => ({ body: { model_name: 'classifier', outputs } });
const binary = (header: string | object, tail = '', size?: number): Reply => {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  return {
    headers: {
      'content-type': `application/vnd.sagemaker-triton.binary+json;json-header-size=${size ?? Buffer.byteLength(text)}`,
    },
    body: text + tail,
  };
};
const output = (more: object): object => ({ outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], ...more }] });

const REPLIES: Record<string, Reply> = {
  'is empty': { body: '' },
  'is null': { body: 'null' },
  'is a list': { body: '[]' },
  'has outputs that are null': { body: { outputs: null } },
  'has outputs that are a text': { body: { outputs: 'text' } },
  'has outputs of null': answer(null, 7, 'x'),
  'has 100,000 outputs': answer(...Array.from({ length: 100_000 }, (_, index) => ({ ...SCORES, name: `o${index}` }))),
  'has an output 1,000 times': answer(...Array.from({ length: 1000 }, () => SCORES)),
  'has names of prototypes': answer({ ...SCORES, name: '__proto__' }, { ...SCORES, name: 'constructor' }, SCORES),
  'has names with escape sequences': answer({ ...SCORES, name: ESCAPES, datatype: ESCAPES }),
  'has a shape of wrong types': answer({ ...SCORES, shape: { length: 2 } }),
  'has a shape that is null': answer({ ...SCORES, shape: null }),
  'has a shape beyond all': answer({ ...SCORES, shape: [1e308, 1e308] }),
  'has a shape of 100,000 dimensions': answer({ ...SCORES, shape: Array(100_000).fill(1) }),
  'has data that is null': answer({ ...SCORES, data: null }),
  'has data of texts': answer({ ...SCORES, data: [ESCAPES, ESCAPES, ESCAPES] }),
  'has data nested 100,000 deep': {
    body: `{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,3],"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
  },
  'has 2,000,000 values': {
    body: `{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,3],"data":[${'1,'.repeat(2_000_000)}1]}]}`,
  },
  'has a value of a million digits': {
    body: `{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,3],"data":[1e${'9'.repeat(1_000_000)},1,1]}]}`,
  },
  'has words of numbers without end': {
    body: `{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,3],"data":[${'NaN,-Infinity,'.repeat(300_000)}1]}]}`,
  },
  'is nested 1,000,000 deep': { body: '{"a":'.repeat(1_000_000) },
  'is no UTF-8': { body: '\udc80\ud800' },
  'has an error with escape sequences': { body: { error: ESCAPES } },
  'has an error of 1 MB': { body: { error: 'x'.repeat(1 << 20) } },
  'has an error that is an object': { body: { error: { toString: 1 } } },
  'has a content type with parameters without end': {
    body: '{}',
    headers: { 'content-type': `application/json;${'a=b;'.repeat(3000)}` },
  },
  'has a header of binary data that is too long': binary(
    output({ parameters: { binary_data_size: 12 } }),
    'x'.repeat(12),
    2 ** 40,
  ),
  'has a header of binary data of less than nothing': binary(
    output({ parameters: { binary_data_size: 12 } }),
    'x'.repeat(12),
    -5,
  ),
  'has a header of binary data that is no number': {
    ...binary('{}'),
    headers: { 'content-type': 'application/vnd.sagemaker-triton.binary+json;json-header-size=x' },
  },
  'has binary data of a negative size': binary(output({ parameters: { binary_data_size: -12 } }), 'x'.repeat(12)),
  'has binary data of a huge size': binary(output({ parameters: { binary_data_size: 2 ** 53 } }), 'x'.repeat(12)),
  'has binary data of a wrong type': binary(output({ parameters: { binary_data_size: '12' } }), 'x'.repeat(12)),
  'has binary data of one byte': binary(output({ parameters: { binary_data_size: 1 } }), 'x'),
  'has binary texts with lying lengths': binary(
    output({ datatype: 'BYTES', parameters: { binary_data_size: 8 } }),
    '\u007f\u007f\u007f\u007fabcd',
  ),
  'has overlapping binary data': binary(
    {
      outputs: [
        { ...SCORES, data: undefined, parameters: { binary_data_size: 12 } },
        { ...SCORES, data: undefined, parameters: { binary_data_size: 12 } },
      ],
    },
    'x'.repeat(12),
  ),
  'is an error with escape sequences': modelError(500, ESCAPES),
  'is an error of 2 MB': modelError(500, 'y'.repeat(2 << 20)),
  'is an error of JSON in JSON': modelError(400, JSON.stringify({ error: JSON.stringify({ error: ESCAPES }) })),
  'is an error that is nested': { status: 400, body: '['.repeat(200_000) },
  'is of a variant with escape sequences': {
    ...answer(SCORES),
    headers: { 'x-amzn-invoked-production-variant': 'x%1b[2J' },
  },
};

/** Specifications that synthesis does not write. */
const DEFECTIVE_SPECS: Record<string, object> = {
  'that is missing': {},
  'that is no JSON': { Spec: '{' },
  'that is null': { Spec: 'null' },
  'without models': { Spec: '{}' },
  'with a model that is null': { Spec: '{"models":[null]}' },
  'with dimensions of wrong types': spec({ ...MODEL, inputs: [{ name: 'image', dataType: 'FP32', dims: [null, {}] }] }),
};

/** Failures of the endpoint, not of the model: the test sends its request again for as long as it has time, which is 14 minutes. */
const PASSING_REPLIES: Record<string, Reply> = {
  'is at first an error without a body': { status: 500, body: '' },
  'is at first an error of HTML': {
    status: 502,
    body: `<html>${ESCAPES}</html>`,
    headers: { 'content-type': 'text/html' },
  },
};

const SPECS: Record<string, object> = {
  'with dimensions beyond all': spec({
    ...MODEL,
    inputs: [{ name: 'image', dataType: 'FP32', dims: ['9223372036854775807', '9223372036854775807'] }],
  }),
  'with an input of 4 GB': spec({ ...MODEL, inputs: [{ name: 'image', dataType: 'FP32', dims: ['1073741824'] }] }),
  'with a type of a prototype': spec({
    ...MODEL,
    inputs: [{ name: '__proto__', dataType: 'constructor', dims: ['1'] }],
  }),
  'with names of 5,000 characters': spec({
    ...MODEL,
    name: 'm'.repeat(5000),
    outputs: [{ name: 'o'.repeat(5000), dataType: 'FP32', dims: ['3'] }],
  }),
  'with names with escape sequences': spec({
    ...MODEL,
    name: ESCAPES,
    outputs: [{ name: ESCAPES, dataType: ESCAPES, dims: ['3'] }],
  }),
  'with 300 models': {
    Spec: JSON.stringify({ models: Array.from({ length: 300 }, (_, index) => ({ ...MODEL, name: `m${index}` })) }),
  },
};

/** Examples that synthesis rejects. */
const DEFECTIVE_OBJECTS: Record<string, unknown> = {
  'that are null': null,
  'that are a list': [],
  'of a model that are null': { classifier: null },
  'that contain null': { classifier: [null] },
  'without a request': { classifier: [{}] },
};

const OBJECTS: Record<string, unknown> = {
  'with wrong types': {
    classifier: [{ ...EXAMPLE, response: { outputs: [{ name: 7, datatype: null, shape: 'x', data: { length: 3 } }] } }],
  },
  'with tolerances of wrong types': { classifier: [{ ...EXAMPLE, absoluteTolerance: 'x', relativeTolerance: null }] },
  'with escape sequences': {
    classifier: [
      { ...EXAMPLE, request: { inputs: [{ name: ESCAPES, datatype: ESCAPES, shape: [1], data: [ESCAPES] }] } },
    ],
  },
};

let fake: FakeAws | undefined;

/** The smoke test as CloudFormation starts it. */
async function smokeTested(
  properties: object,
  {
    replies = [answer(SCORES)],
    object = { classifier: [EXAMPLE] },
    lines = [],
    ownProperties,
  }: { replies?: Reply[]; object?: unknown; lines?: string[]; ownProperties?: boolean },
): Promise<Judged> {
  fake ??= await FakeAws.start();
  fake.endpoint.replies = replies;
  fake.object = object as object;
  fake.containerLines = lines;
  const verdict = await fake.deploy(properties).catch((error: Error) => error);
  if (verdict instanceof Error)
    return { text: '', problems: [`no response to CloudFormation: ${verdict.message.slice(0, 500)}`] };
  const { bytes, ...body } = verdict;
  const bodies = [JSON.stringify(body)];
  const problems = problemsOf(bodies, fake.log);
  if (bytes > LARGEST_RESPONSE) problems.push(`a response of ${bytes} bytes`);
  return judged(bodies, problems, ownProperties);
}

const WITH_EXAMPLES = { ExamplesBucket: 'bucket', ExamplesKey: 'examples.json' };
const smokeTests: LibraryInput[] = [
  ...Object.entries(REPLIES).map(([what, reply]): LibraryInput => ({
    name: `smoke-test: a response that ${what}`,
    run: () => smokeTested({ ...spec(), ...WITH_EXAMPLES }, { replies: [reply] }),
  })),
  ...Object.entries(PASSING_REPLIES).map(([what, reply]): LibraryInput => ({
    name: `smoke-test: a response that ${what}`,
    run: () => smokeTested({ ...spec(), ...WITH_EXAMPLES }, { replies: [reply, reply, answer(SCORES)] }),
  })),
  ...Object.entries(SPECS).map(([what, properties]): LibraryInput => ({
    name: `smoke-test: a specification ${what}`,
    run: () => smokeTested(properties, {}),
  })),
  ...Object.entries(DEFECTIVE_SPECS).map(([what, properties]): LibraryInput => ({
    name: `smoke-test: a specification ${what}`,
    run: () => smokeTested(properties, { ownProperties: true }),
  })),
  ...Object.entries(DEFECTIVE_OBJECTS).map(([what, object]): LibraryInput => ({
    name: `smoke-test: examples ${what}`,
    run: () => smokeTested({ ...spec(), ...WITH_EXAMPLES }, { object, ownProperties: true }),
  })),
  ...Object.entries(OBJECTS).map(([what, object]): LibraryInput => ({
    name: `smoke-test: examples ${what}`,
    run: () => smokeTested({ ...spec(), ...WITH_EXAMPLES }, { object }),
  })),
  {
    name: 'smoke-test: lines of the container with escape sequences',
    run: () =>
      smokeTested(spec(), { replies: [modelError(500, 'boom')], lines: Array.from({ length: 100 }, () => ESCAPES) }),
  },
  {
    name: 'smoke-test: lines of the container of 256 KB',
    run: () =>
      smokeTested(spec(), {
        replies: [modelError(500, 'boom')],
        lines: Array.from({ length: 30 }, () => 'z'.repeat(1 << 18)),
      }),
  },
];

export const handlers: LibraryInput[] = [...generic, ...failures, ...errors, ...smokeTests];
