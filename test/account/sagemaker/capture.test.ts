import { accountWithEndpoint, ConfigOptions, ROLE } from './fixtures';

interface CapturedRecord {
  readonly captureData: Record<'endpointInput' | 'endpointOutput', Record<string, string>>;
  readonly eventMetadata: { readonly eventId: string; readonly inferenceId?: string; readonly inferenceTime: string };
}

/** An endpoint with a shadow variant and data capture. The fixed time of its account is 2026-01-01. */
async function capturingEndpoint(capture: object = {}, off: string[] = []) {
  const configOverrides: ConfigOptions['configOverrides'] = {
    DataCaptureConfig: {
      InitialSamplingPercentage: 100,
      DestinationS3Uri: 's3://captured/faces',
      CaptureOptions: [{ CaptureMode: 'Input' }, { CaptureMode: 'Output' }],
      CaptureContentTypeHeader: { JsonContentTypes: ['application/json'] },
      ...capture,
    },
  };
  const aws = await accountWithEndpoint({ shadow: true, off, configOverrides });
  const files = () => aws.calls.filter(({ operation }) => operation === 'PutObject');
  const recordsOf = (variant: string): CapturedRecord[] =>
    files()
      .filter(({ input }) => String(input.Key).startsWith(`faces/faces/${variant}/`))
      .flatMap(({ input }) => String(input.Body).trimEnd().split('\n'))
      .map((line) => JSON.parse(line) as CapturedRecord);
  return { ...aws, files, recordsOf };
}

test('files are written to the folder of the hour, with the execution role, within minutes', async () => {
  const { files, minutes, sagemaker } = await capturingEndpoint();
  sagemaker.hooks.requestsPerMinute = () => 10;
  await minutes(4);
  expect(files()[0]).toMatchObject({
    principal: { role: ROLE },
    input: {
      Bucket: 'captured',
      Key: expect.stringMatching(/^faces\/faces\/AllTraffic\/2026\/01\/01\/00\/\d\d-\d\d-\d{3}-[\da-f-]{36}\.jsonl$/),
    },
  });
});

test('a record contains the request, the response and the ID that the client passed', async () => {
  const { callSageMaker, minutes, recordsOf, sagemaker } = await capturingEndpoint();
  sagemaker.hooks.invoke = async () => ({ Body: new Uint8Array([0, 1]), ContentType: 'application/octet-stream' });
  const Body = Buffer.from('{"a":1}');
  await callSageMaker('InvokeEndpoint', {
    EndpointName: 'faces',
    ContentType: 'application/json',
    Body,
    InferenceId: 'seven',
  });
  await minutes(4);
  expect(recordsOf('AllTraffic')).toEqual([
    {
      captureData: {
        endpointInput: { observedContentType: 'application/json', mode: 'INPUT', data: '{"a":1}', encoding: 'JSON' },
        endpointOutput: {
          observedContentType: 'application/octet-stream',
          mode: 'OUTPUT',
          data: 'AAE=',
          encoding: 'BASE64',
        },
      },
      eventMetadata: {
        eventId: expect.stringMatching(/^[\da-f-]{36}$/),
        inferenceId: 'seven',
        inferenceTime: expect.stringMatching(/^2026-01-01T00:\d\d:\d\dZ$/),
      },
      eventVersion: '0',
    },
  ]);
});

test.each([
  ['the same event ID', [], true],
  ['a different event ID, if that is switched off', ['sagemaker.copies-have-the-event-id-of-the-request'], false],
])('the shadow variant receives a copy, whose record has the same inference ID and %s', async (_, off, isSame) => {
  const { minutes, recordsOf, sagemaker } = await capturingEndpoint({}, off);
  sagemaker.hooks.requestsPerMinute = () => 1;
  await minutes(4);
  const [[original], [copy]] = [recordsOf('AllTraffic'), recordsOf('Shadow')];
  expect(copy.eventMetadata.inferenceId).toBe(original.eventMetadata.inferenceId);
  expect(copy.eventMetadata.eventId === original.eventMetadata.eventId).toBe(isSame);
});

test.each([
  ['the same requests of both variants', [], 1],
  ['different requests, if that is switched off', ['sagemaker.capture-draws-once-for-a-request'], 0.5],
])('a sampling percentage of 50 selects %s', async (_, off, expectedShare) => {
  const { minutes, recordsOf, sagemaker } = await capturingEndpoint({ InitialSamplingPercentage: 50 }, off);
  sagemaker.hooks.requestsPerMinute = () => 5;
  await minutes(100);
  const idsOf = (variant: string) => recordsOf(variant).map(({ eventMetadata }) => eventMetadata.inferenceId);
  const [production, shadow] = [idsOf('AllTraffic'), new Set(idsOf('Shadow'))];
  expect(production.length).toBeGreaterThan(200);
  expect(production.length).toBeLessThan(300);
  const share = production.filter((id) => shadow.has(id)).length / production.length;
  expect(Math.abs(share - expectedShare)).toBeLessThan(0.1);
});

test.each([
  ['with their parameters', [], 'application/vnd.sagemaker-triton.binary+json;json-header-size=9'],
  [
    'without their parameters, if that is switched off',
    ['sagemaker.capture-keeps-parameters-of-content-types'],
    'application/vnd.sagemaker-triton.binary+json',
  ],
])('content types are captured %s', async (_, off, expected) => {
  const { minutes, recordsOf, sagemaker } = await capturingEndpoint({}, off);
  sagemaker.hooks.invoke = async () => ({
    Body: new Uint8Array(12),
    ContentType: 'application/vnd.sagemaker-triton.binary+json;json-header-size=9',
  });
  sagemaker.hooks.requestsPerMinute = () => 1;
  await minutes(4);
  expect(recordsOf('Shadow')[0].captureData.endpointOutput.observedContentType).toBe(expected);
});

test('a failed request has no record, and nothing is captured with a sampling percentage of 0', async () => {
  const failing = await capturingEndpoint();
  failing.sagemaker.hooks.invoke = () => Promise.reject(new Error('failed'));
  const unsampled = await capturingEndpoint({ InitialSamplingPercentage: 0 });
  for (const { minutes, sagemaker, files } of [failing, unsampled]) {
    sagemaker.hooks.requestsPerMinute = () => 10;
    await minutes(4);
    expect(files()).toEqual([]);
  }
});
