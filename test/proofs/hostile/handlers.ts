import { AwsError } from '../../account/call';
import { FakeAws } from '../../lambda/fake-aws';
import { modelError, Reply } from '../../lambda/fake-endpoint';
import { FunctionUnderTest, withFunctionUnderTest } from '../../lambda/function-under-test';
import { controlCharacterProblems } from './command-problems';
import type { SelfCheckedResult, LibraryInput } from './library-input';

/** Hostile events, properties, responses and log lines, which the Lambda handlers read. */

const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m';
/** The maximum size of a response to CloudFormation, in bytes. */
const MAXIMUM_RESPONSE_BYTES = 4096;
/** The maximum length of a logical ID in CloudFormation. */
const MAXIMUM_LOGICAL_ID_LENGTH = 255;
/** The maximum length of an S3 key, which is the longest name in a property, and of a physical ID. */
const MAXIMUM_NAME_LENGTH = 1024;

/** The handlers of custom resources, with properties that they accept. */
const HANDLERS: Record<string, object> = {
  'build-engine': {
    Bucket: 'models',
    Prefix: `stack/_engines/${'ab'.repeat(32)}/`,
    SourceBucket: 'assets',
    ManifestKey: 'manifest.json',
    InstanceType: 'ml.g5.xlarge',
    ImageUri: 'x',
    RoleArn: 'arn:aws:iam::111122223333:role/JobRole',
    VolumeSizeInGB: '31',
    MaxRuntimeInSeconds: '3000',
  },
  'endpoint-cleanup': { EndpointName: 'vision', SecurityGroupIds: ['sg-1'], RoleArn: 'role', KeyArns: ['key'] },
  'publish-model': {
    Bucket: 'models',
    Prefix: 'stack/endpoint/model/v1/',
    SourceBucket: 'assets',
    ManifestKey: 'manifest.json',
  },
  'recommendation-start': {},
  'scaling-registration': { EndpointName: 'vision', EndpointConfigName: 'new', Variants: '[]' },
};

/** Valid properties of handlers for an inference component. */
const COMPONENT_HANDLERS: Record<string, object> = {
  'endpoint-cleanup': {
    ...{ EndpointName: 'vision', InferenceComponentName: 'vision-classifier' },
    ...{ SecurityGroupIds: [], RoleArn: 'role', KeyArns: [] },
  },
  'scaling-registration': {
    ...{ InferenceComponentName: 'vision-classifier', Component: '{}', CopyCount: '1' },
    Scaling: '{"policies":[]}',
  },
};

/** A run of a handler with hostile input. */
interface HandlerRun {
  /** The folder of the handler in lambda/. */
  readonly handler: string;
  readonly properties?: unknown;
  readonly event?: object;
  readonly prepare?: (lambda: FunctionUnderTest) => void;
  /** Whether only this library writes the hostile properties. See `checkResponses`. */
  readonly isWrittenByLibrary?: boolean;
}

/**
 * Checks the responses of a handler to CloudFormation.
 *
 * @param isWrittenByLibrary whether the input is in properties that only this library writes. A wrong type in such a property is a defect of
 *   this library. CloudFormation must still receive a response, but its message may be a JavaScript error
 */
function checkResponses(bodies: string[], problems: string[], isWrittenByLibrary = false): SelfCheckedResult {
  const text = bodies.map((body) => (JSON.parse(body) as { Reason: string }).Reason).join('\n');
  if (!isWrittenByLibrary) return { text, problems };
  return { text: '', problems: [...problems, ...controlCharacterProblems('the reason', text)] };
}

/** Runs a handler, and checks its responses to CloudFormation. */
async function runHandler({
  handler,
  properties = HANDLERS[handler],
  event = {},
  prepare,
  isWrittenByLibrary,
}: HandlerRun): Promise<SelfCheckedResult> {
  return withFunctionUnderTest(handler, async (lambda) => {
    const bodies: string[] = [];
    prepare?.(lambda);
    const receiveResponse = lambda.aws.lambda.receiveResponse;
    lambda.aws.lambda.receiveResponse = async (url, body) => {
      bodies.push(body);
      return receiveResponse(url, body);
    };
    const defaultEvent = { OldResourceProperties: HANDLERS[handler] };
    const result = await lambda
      .send({ ...defaultEvent, ...event }, properties as object)
      .catch((error: Error) => error);
    const logged = [...lambda.aws.logs.groups]
      .filter(([group]) => group.startsWith('/aws/lambda/'))
      .flatMap(([, { streams }]) => [...streams.values()].flat().map(({ message }) => message))
      .join('\n');
    const failure = result instanceof Error ? result.message : undefined;
    return checkResponses(bodies, problemsOf(bodies, logged, failure), isWrittenByLibrary);
  });
}

/**
 * Checks the number, status and size of the responses to CloudFormation, and the log.
 *
 * @param failure the error if CloudFormation received no response
 */
function problemsOf(bodies: string[], logged: string, failure?: string): string[] {
  const problems: string[] = [];
  if (failure !== undefined) problems.push(`CloudFormation waits for an hour: ${failure}`);
  if (bodies.length !== 1)
    problems.push(`${bodies.length} responses to CloudFormation; log: ${JSON.stringify(logged.slice(0, 300))}`);
  for (const body of bodies) {
    const { Status } = JSON.parse(body) as { Status: string };
    if (Status !== 'SUCCESS' && Status !== 'FAILED') problems.push(`the status ${Status}`);
    if (Buffer.byteLength(body) > MAXIMUM_RESPONSE_BYTES)
      problems.push(`a response of ${Buffer.byteLength(body)} bytes`);
  }
  return [...problems, ...controlCharacterProblems('the log', logged)];
}

/** Changes to the properties of a handler. CloudFormation always sends properties, and sends numbers as strings. */
const PROPERTIES: Record<string, (validProperties: object) => unknown> = {
  'with a first property of null': (validProperties) =>
    Object.fromEntries(Object.entries(validProperties).map(([key, value], index) => [key, index === 0 ? null : value])),
  'that are a string': () => 'text',
  'that are all null': (validProperties) => Object.fromEntries(Object.keys(validProperties).map((key) => [key, null])),
  'that all have escape sequences': (validProperties) =>
    Object.fromEntries(Object.keys(validProperties).map((key) => [key, ESCAPES])),
  'that all have the maximum length': (validProperties) =>
    Object.fromEntries(Object.keys(validProperties).map((key) => [key, 'x'.repeat(MAXIMUM_NAME_LENGTH)])),
  'that are all the JSON text null': (validProperties) =>
    Object.fromEntries(Object.keys(validProperties).map((key) => [key, 'null'])),
  // A property that is not JSON contains a name. Names are shorter, because the physical ID contains them.
  'that are all deeply nested JSON': (validProperties) =>
    Object.fromEntries(
      Object.entries(validProperties).map(([key, value]) => [
        key,
        '['.repeat(String(value).startsWith('[') ? 50_000 : MAXIMUM_NAME_LENGTH),
      ]),
    ),
};

const EVENTS: Record<string, object> = {
  'an unknown request': { RequestType: 'Explode' },
  'a deletion without a physical ID': { RequestType: 'Delete', PhysicalResourceId: null },
  'the longest physical ID': { RequestType: 'Update', PhysicalResourceId: 'x'.repeat(MAXIMUM_NAME_LENGTH) },
  'a deadline that is not a number': { RequestType: 'Delete', PhysicalResourceId: 'x', deadline: 'later' },
  'the longest logical ID': { LogicalResourceId: 'L'.repeat(MAXIMUM_LOGICAL_ID_LENGTH) },
};

const OLD_PROPERTIES: Record<string, unknown> = {
  nothing: null,
  'wrong types': { EndpointName: 7, Variants: 'null', Bucket: {} },
};

const propertiesInputs = (
  label: string,
  [handler, validProperties]: [handler: string, validProperties: object],
): LibraryInput[] =>
  Object.entries(PROPERTIES).map(([description, change]): LibraryInput => ({
    name: `${label}: properties ${description}`,
    run: () => runHandler({ handler, properties: change(validProperties), isWrittenByLibrary: true }),
  }));

const componentInputs = Object.entries(COMPONENT_HANDLERS).flatMap((entry) =>
  propertiesInputs(`${entry[0]} of a component`, entry),
);

const genericInputs: LibraryInput[] = Object.entries(HANDLERS).flatMap(([handler, validProperties]) => [
  ...propertiesInputs(handler, [handler, validProperties]),
  ...Object.entries(OLD_PROPERTIES).map(([description, OldResourceProperties]): LibraryInput => ({
    name: `${handler}: an update from ${description}`,
    run: () => {
      const event = { RequestType: 'Update', PhysicalResourceId: 'x', OldResourceProperties };
      return runHandler({ handler, event, isWrittenByLibrary: true });
    },
  })),
  ...Object.entries(EVENTS).map(([description, event]): LibraryInput => ({
    name: `${handler}: ${description}`,
    run: () => runHandler({ handler, event }),
  })),
]);

const PING_FAILURE = 'The primary container for production variant AllTraffic did not pass the ping health check.';
const FAILURES: Record<string, { reason: unknown; lines?: string[] }> = {
  'a reason with escape sequences': { reason: `${ESCAPES}${PING_FAILURE}` },
  'a reason of 1 MB': { reason: 'x'.repeat(1 << 20) },
  'lines with escape sequences': {
    reason: PING_FAILURE,
    lines: [`${ESCAPES}error: failed to load`, `ImportError: ${ESCAPES}`],
  },
};

/** Reports a creation that failed, and checks the log of the function and the lines that are kept. */
async function reportFailure(reason: unknown, lines: string[] = []): Promise<SelfCheckedResult> {
  return withFunctionUnderTest('failure-report', async (lambda) => {
    const { account, logs } = lambda.aws;
    const created = Date.now();
    const StackResourceDetail = {
      PhysicalResourceId: 'new',
      ResourceStatus: 'CREATE_IN_PROGRESS',
      LastUpdatedTimestamp: new Date(created),
    };
    const describe = async (): Promise<object> => ({
      StackResourceDetail,
      Stacks: [{ StackStatus: 'CREATE_IN_PROGRESS' }],
    });
    account.services.set('cloudformation', { name: 'cloudformation', handle: describe });
    lambda.responses = ({ operation }) =>
      operation === 'DescribeEndpoint'
        ? { EndpointStatus: 'Failed', EndpointConfigName: 'new', FailureReason: reason }
        : undefined;
    const events = lines.map((message) => ({ timestamp: created, message: `${message}\n` }));
    const streams = new Map([['AllTraffic/i-1', events]]);
    logs.groups.set('/aws/sagemaker/Endpoints/vision', { streams, filters: new Map() });
    await lambda.invoke({
      detail: { EndpointName: 'vision', EndpointConfigName: 'new', EndpointStatus: 'FAILED', CreationTime: created },
      stackId: 'stack',
      endpoints: { vision: { endpoint: 'Endpoint', config: 'Config' } },
    });
    await account.sleep(600_000);
    const kept = [
      ...(logs.groups.get('/cdk-sagemaker-triton/failed-deployments/vision')?.streams.values() ?? []),
    ].flat();
    const text = kept.map(({ message }) => message).join('\n');
    const problems = controlCharacterProblems('the log', lambda.loggedLines.join('\n'));
    if (!text.startsWith('The endpoint vision failed: '))
      problems.push(`the kept lines ${JSON.stringify(text.slice(0, 300))}`);
    return { text: '', problems };
  });
}

const failureInputs: LibraryInput[] = Object.entries(FAILURES).map(([description, { reason, lines }]) => ({
  name: `failure-report: ${description}`,
  run: () => reportFailure(reason, lines),
}));

const ERRORS: Record<string, AwsError> = {
  'an error with escape sequences': new AwsError('ValidationException', ESCAPES),
  'an error without a message': new AwsError('AccessDeniedException', ''),
  'an error named __proto__': new AwsError('__proto__', 'constructor'),
};
const errorInputs: LibraryInput[] = Object.keys(HANDLERS).flatMap((handler) =>
  Object.entries(ERRORS).map(([description, error]): LibraryInput => ({
    name: `${handler}: ${description} of each service`,
    run: () =>
      runHandler({
        handler,
        prepare: (lambda) =>
          (lambda.responses = ({ service }) => {
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
const spec = (model: unknown = MODEL): object => ({ Spec: JSON.stringify({ models: [model] }) });
const responseWith = (...outputs: unknown[]): Reply => ({ body: { model_name: 'classifier', outputs } });
const binaryResponse = (header: string | object, binaryData = '', headerSize?: number): Reply => {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  return {
    headers: {
      'content-type': `application/vnd.sagemaker-triton.binary+json;json-header-size=${headerSize ?? Buffer.byteLength(text)}`,
    },
    body: text + binaryData,
  };
};
const scoresOutput = (members: object): object => ({
  outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 3], ...members }],
});

const REPLIES: Record<string, Reply> = {
  'is empty': { body: '' },
  'is null': { body: 'null' },
  'has outputs of null, numbers and strings': responseWith(null, 7, 'x'),
  'has 100,000 outputs': responseWith(
    ...Array.from({ length: 100_000 }, (_, index) => ({ ...SCORES, name: `o${index}` })),
  ),
  'has names with escape sequences': responseWith({ ...SCORES, name: ESCAPES, datatype: ESCAPES }),
  'has a shape of 1e308': responseWith({ ...SCORES, shape: [1e308, 1e308] }),
  'has data that is null': responseWith({ ...SCORES, data: null }),
  'has data of strings': responseWith({ ...SCORES, data: [ESCAPES, ESCAPES, ESCAPES] }),
  'has data nested 100,000 deep': {
    body: `{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,3],"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
  },
  'has a value of a million digits': {
    body: `{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,3],"data":[1e${'9'.repeat(1_000_000)},1,1]}]}`,
  },
  'is not UTF-8': { body: '\udc80\ud800' },
  'has an error with escape sequences': { body: { error: ESCAPES } },
  'has an error of 1 MB': { body: { error: 'x'.repeat(1 << 20) } },
  'has a JSON header size that is too large': binaryResponse(
    scoresOutput({ parameters: { binary_data_size: 12 } }),
    'x'.repeat(12),
    2 ** 40,
  ),
  'has binary data of a huge size': binaryResponse(
    scoresOutput({ parameters: { binary_data_size: 2 ** 53 } }),
    'x'.repeat(12),
  ),
  'has binary strings with wrong lengths': binaryResponse(
    scoresOutput({ datatype: 'BYTES', parameters: { binary_data_size: 8 } }),
    '\u007f\u007f\u007f\u007fabcd',
  ),
  'is an error with escape sequences': modelError(500, ESCAPES),
  'is an error of nested JSON texts': modelError(400, JSON.stringify({ error: JSON.stringify({ error: ESCAPES }) })),
  'is of a variant with escape sequences': {
    ...responseWith(SCORES),
    headers: { 'x-amzn-invoked-production-variant': 'x%1b[2J' },
  },
};

/** Test specifications that synthesis never writes. */
const DEFECTIVE_SPECS: Record<string, object> = {
  'that is missing': {},
  'that is not JSON': { Spec: '{' },
  'with a model that is null': { Spec: '{"models":[null]}' },
  'with dimensions of wrong types': spec({ ...MODEL, inputs: [{ name: 'image', dataType: 'FP32', dims: [null, {}] }] }),
};

/** A transient failure of the endpoint. After such a failure, the test repeats its request for up to 14 minutes. */
const HTML_ERROR: Reply = { status: 502, body: `<html>${ESCAPES}</html>`, headers: { 'content-type': 'text/html' } };

const SPECS: Record<string, object> = {
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
const DEFECTIVE_EXAMPLES: Record<string, unknown> = {
  'that contain null': { classifier: [null] },
  'without a request': { classifier: [{}] },
};

const EXAMPLES: Record<string, unknown> = {
  'with wrong types': {
    classifier: [{ ...EXAMPLE, response: { outputs: [{ name: 7, datatype: null, shape: 'x', data: { length: 3 } }] } }],
  },
  'with escape sequences': {
    classifier: [
      { ...EXAMPLE, request: { inputs: [{ name: ESCAPES, datatype: ESCAPES, shape: [1], data: [ESCAPES] }] } },
    ],
  },
};

let fakeAws: FakeAws | undefined;

/** Runs the smoke test in the same way as a deployment, and checks its responses to CloudFormation. */
async function runSmokeTest(
  properties: object,
  {
    replies = [responseWith(SCORES)],
    examples = { classifier: [EXAMPLE] },
    isWrittenByLibrary,
  }: { replies?: Reply[]; examples?: unknown; isWrittenByLibrary?: boolean },
): Promise<SelfCheckedResult> {
  fakeAws ??= await FakeAws.start();
  fakeAws.endpoint.replies = replies;
  fakeAws.object = examples as object;
  const result = await fakeAws.deploy(properties).catch((error: Error) => error);
  if (result instanceof Error)
    return { text: '', problems: [`no response to CloudFormation: ${result.message.slice(0, 500)}`] };
  const { bytes, ...body } = result;
  const bodies = [JSON.stringify(body)];
  const problems = problemsOf(bodies, fakeAws.log);
  if (bytes > MAXIMUM_RESPONSE_BYTES) problems.push(`a response of ${bytes} bytes`);
  return checkResponses(bodies, problems, isWrittenByLibrary);
}

const WITH_EXAMPLES = { ExamplesBucket: 'bucket', ExamplesKey: 'examples.json' };
const smokeTestInputs: LibraryInput[] = [
  ...Object.entries(REPLIES).map(([description, reply]): LibraryInput => ({
    name: `smoke-test: a response that ${description}`,
    run: () => runSmokeTest({ ...spec(), ...WITH_EXAMPLES }, { replies: [reply] }),
  })),
  {
    name: 'smoke-test: a response that is first an HTML error',
    run: () => runSmokeTest({ ...spec(), ...WITH_EXAMPLES }, { replies: [HTML_ERROR, responseWith(SCORES)] }),
  },
  ...Object.entries(SPECS).map(([description, properties]): LibraryInput => ({
    name: `smoke-test: a specification ${description}`,
    run: () => runSmokeTest(properties, {}),
  })),
  ...Object.entries(DEFECTIVE_SPECS).map(([description, properties]): LibraryInput => ({
    name: `smoke-test: a specification ${description}`,
    run: () => runSmokeTest(properties, { isWrittenByLibrary: true }),
  })),
  ...Object.entries(DEFECTIVE_EXAMPLES).map(([description, examples]): LibraryInput => ({
    name: `smoke-test: examples ${description}`,
    run: () => runSmokeTest({ ...spec(), ...WITH_EXAMPLES }, { examples, isWrittenByLibrary: true }),
  })),
  ...Object.entries(EXAMPLES).map(([description, examples]): LibraryInput => ({
    name: `smoke-test: examples ${description}`,
    run: () => runSmokeTest({ ...spec(), ...WITH_EXAMPLES }, { examples }),
  })),
];

export const handlers: LibraryInput[] = [
  ...genericInputs,
  ...componentInputs,
  ...failureInputs,
  ...errorInputs,
  ...smokeTestInputs,
];
