import { AwsError } from '../../account/call';
import { FunctionUnderTest, withFunctionUnderTest } from '../function-under-test';

const MINUTE = 60_000;
const MIB = 1024 * 1024;
const BUCKET = 'captured';
const PREFIX = 'data-capture/vision/';
const SECRET = 4711;

type Variant = 'Production' | 'Candidate';

/** A captured record with a response in KServe v2. */
function record(id: number, time: number, value: number, padding = ''): string {
  const outputs = [{ name: 'scores', datatype: 'FP32', shape: [1], data: [value] }];
  return JSON.stringify({
    captureData: {
      endpointOutput: {
        observedContentType: 'application/json',
        data: JSON.stringify({ outputs }) + padding,
        encoding: 'JSON',
      },
    },
    eventMetadata: { eventId: `event-${id}`, inferenceTime: new Date(time).toISOString() },
  });
}

/** A time in the window that the next run compares. */
function timeInWindow({ aws }: FunctionUnderTest): number {
  const now = aws.account.now();
  return now - (now % (5 * MINUTE)) - 7 * MINUTE;
}

async function write(
  lambda: FunctionUnderTest,
  variant: Variant,
  lines: string[],
  name = 'file',
  time = timeInWindow(lambda),
): Promise<string> {
  const hour = new Date(time).toISOString().slice(0, 13).replaceAll(/[-T]/g, '/');
  const input = { Bucket: BUCKET, Key: `${PREFIX}${variant}/${hour}/${name}.jsonl`, Body: lines.join('\n') };
  await lambda.aws.account.call({ principal: 'deployer', service: 's3', operation: 'PutObject', input });
  return input.Key;
}

/** Writes the responses of both variants to requests, and runs the function. */
async function compare(lambda: FunctionUnderTest, responses: [number, number][], event: object = {}): Promise<void> {
  const time = timeInWindow(lambda);
  await write(
    lambda,
    'Production',
    responses.map(([value], id) => record(id, time, value)),
  );
  await write(
    lambda,
    'Candidate',
    responses.map(([, value], id) => record(id, time, value)),
  );
  await run(lambda, event);
}

async function run(lambda: FunctionUnderTest, event: object = {}): Promise<void> {
  await lambda.invoke({
    time: new Date(lambda.aws.account.now()).toISOString(),
    endpointName: 'vision',
    productionVariant: 'Production',
    shadowVariant: 'Candidate',
    bucket: BUCKET,
    prefix: PREFIX,
    absoluteTolerance: 0.001,
    relativeTolerance: 0,
    ...event,
  });
  await lambda.aws.account.sleep(4 * MINUTE);
}

function metricsOf({ loggedLines }: FunctionUnderTest): Record<string, unknown>[] {
  return loggedLines
    .filter((line) => line.startsWith('{"_aws"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function withComparison(test: (lambda: FunctionUnderTest) => Promise<void>): Promise<void> {
  await withFunctionUnderTest('shadow-comparison', async (lambda) => {
    lambda.aws.s3.buckets.set(BUCKET, { objects: new Map() });
    await lambda.aws.account.sleep(60 * MINUTE);
    await test(lambda);
  });
}

test('the counts of a run are published for the shadow variant', () =>
  withComparison(async (lambda) => {
    const time = timeInWindow(lambda);
    await write(lambda, 'Candidate', [record(9, time, 1)], 'without an original');
    await compare(lambda, [
      [1, 1],
      [2, 2.0005],
      [3, 4],
    ]);
    expect(metricsOf(lambda)).toMatchObject([
      {
        _aws: {
          CloudWatchMetrics: [
            {
              Namespace: 'TritonOnSageMaker',
              Dimensions: [['EndpointName', 'VariantName']],
              Metrics: [
                { Name: 'ComparedResponses', Unit: 'Count' },
                { Name: 'DifferentResponses', Unit: 'Count' },
                { Name: 'UnmatchedResponses', Unit: 'Count' },
              ],
            },
          ],
        },
        EndpointName: 'vision',
        VariantName: 'Candidate',
        ComparedResponses: 3,
        DifferentResponses: 1,
        UnmatchedResponses: 1,
      },
    ]);
  }));

test('without captured data, the counts are 0', () =>
  withComparison(async (lambda) => {
    await run(lambda);
    expect(metricsOf(lambda)).toMatchObject([{ ComparedResponses: 0, DifferentResponses: 0, UnmatchedResponses: 0 }]);
  }));

test('the log locates a difference, and quotes it only if payloads may be logged', () =>
  withComparison(async (lambda) => {
    await compare(lambda, [[1, SECRET]]);
    const lines = () => lambda.loggedLines.filter((line) => line.includes('differ:'));
    expect(lines()[0]).toMatch(
      /^The responses to a request differ: outputs\[0\]: 1 of 1 values .* Shadow variant: event event-0 in s3:\/\/captured\/data-capture\/vision\/Candidate\/.*\/file\.jsonl; production variant: event event-0 in s3:\/\/captured\/data-capture\/vision\/Production\//,
    );
    expect(lambda.loggedLines.join('\n')).not.toContain(String(SECRET));
    await compare(lambda, [[1, SECRET]], { logPayloads: true });
    expect(lines()[1]).toContain(`: ${SECRET}, expected 1`);
  }));

test('at most five differences are logged', () =>
  withComparison(async (lambda) => {
    await compare(
      lambda,
      Array.from({ length: 9 }, (_, id): [number, number] => [id, id + 1]),
    );
    expect(metricsOf(lambda)).toMatchObject([{ DifferentResponses: 9 }]);
    expect(lambda.loggedLines.filter((line) => line.includes('differ:'))).toHaveLength(5);
  }));

test('the tolerances of the event are used', () =>
  withComparison(async (lambda) => {
    await compare(lambda, [[100, 109]], { relativeTolerance: 0.1 });
    expect(metricsOf(lambda)).toMatchObject([{ ComparedResponses: 1, DifferentResponses: 0 }]);
  }));

test('files that were written before the window are not read', () =>
  withComparison(async (lambda) => {
    const time = lambda.aws.account.now();
    const old = await write(lambda, 'Candidate', [record(1, time, 1)], 'old', time);
    await lambda.aws.account.sleep(20 * MINUTE);
    await run(lambda);
    const reads = lambda.requests.filter(({ operation }) => operation === 'GetObject').map(({ input }) => input.Key);
    expect(reads).not.toContain(old);
  }));

test('if there are more files than a run reads, unmatched responses are not published', () =>
  withComparison(async (lambda) => {
    const time = timeInWindow(lambda);
    for (let id = 0; id < 1001; id++) {
      for (const variant of ['Candidate', 'Production'] as const)
        await write(lambda, variant, [record(id, time, 1)], `${id}`);
      await lambda.aws.account.sleep(1);
    }
    await run(lambda);
    const [metrics] = metricsOf(lambda);
    expect(metrics).toMatchObject({ ComparedResponses: 1000, DifferentResponses: 0 });
    expect(metrics).not.toHaveProperty('UnmatchedResponses');
    expect(lambda.loggedLines.join('\n')).toContain('1000 of 1001 files were read');
  }));

test('a large file is read in part, and its responses are compared', () =>
  withComparison(async (lambda) => {
    const time = timeInWindow(lambda);
    const padding = ' '.repeat(MIB);
    const lines = Array.from({ length: 80 }, (_, id) => record(id, time, 1, padding));
    for (const variant of ['Candidate', 'Production'] as const) await write(lambda, variant, lines);
    await run(lambda);
    const [metrics] = metricsOf(lambda);
    expect(metrics).toMatchObject({ ComparedResponses: 64, DifferentResponses: 0 });
    expect(metrics).not.toHaveProperty('UnmatchedResponses');
    expect(lambda.loggedLines.join('\n')).toContain('1 of 1 files were read, the last of them in part');
  }));

test('a file that cannot be read is logged, and the responses in other files are compared', () =>
  withComparison(async (lambda) => {
    const time = timeInWindow(lambda);
    await write(lambda, 'Candidate', [record(8, time, 1)], 'lost');
    lambda.responses = ({ operation, input }) => {
      if (operation !== 'GetObject' || !String(input.Key).endsWith('lost.jsonl')) return undefined;
      throw new AwsError('AccessDenied', 'The ciphertext refers to a key that does not exist', 403);
    };
    await compare(lambda, [[1, 1]]);
    expect(metricsOf(lambda)).toMatchObject([{ ComparedResponses: 1, DifferentResponses: 0 }]);
    expect(metricsOf(lambda)[0]).not.toHaveProperty('UnmatchedResponses');
    expect(lambda.loggedLines.join('\n')).toMatch(/s3:\/\/captured\/.*\/lost\.jsonl could not be read: /);
  }));

test('a run that can read no file of a variant publishes nothing', () =>
  withComparison(async (lambda) => {
    lambda.responses = ({ operation, input }) => {
      if (operation !== 'GetObject' || !String(input.Key).includes('/Candidate/')) return undefined;
      throw new AwsError('AccessDenied', 'Access Denied', 403);
    };
    await compare(lambda, [[1, 1]]);
    expect(metricsOf(lambda)).toEqual([]);
    expect(lambda.loggedLines.join('\n')).toContain('The responses could not be compared: ');
  }));

test('lines that are not records are reported without their content', () =>
  withComparison(async (lambda) => {
    await write(lambda, 'Candidate', [`{"secret": ${SECRET}`, record(1, timeInWindow(lambda), 1)]);
    await run(lambda);
    expect(lambda.loggedLines).toContain(
      `1 lines of captured data in ${PREFIX}Candidate/ are not records, and were ignored`,
    );
    expect(lambda.loggedLines.join('\n')).not.toContain(String(SECRET));
  }));

test('a run that cannot read the bucket publishes nothing', () =>
  withComparison(async (lambda) => {
    lambda.responses = ({ operation }) => {
      if (operation !== 'ListObjectsV2') return undefined;
      throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404);
    };
    await run(lambda);
    expect(metricsOf(lambda)).toEqual([]);
    expect(lambda.loggedLines.join('\n')).toContain(
      'The responses could not be compared: The specified bucket does not exist',
    );
  }));
