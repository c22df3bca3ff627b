import { createHash } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { PublicationProperties } from '../../../lib/contracts/publication-manifest';
import { FakeAws } from './fake-aws';

const PROPERTIES: PublicationProperties = {
  SourceBucket: 'assets',
  ManifestKey: 'manifest.json',
  Bucket: 'models',
  Prefix: 'stack/endpoint/bert/1234/',
  EnginePrefix: 'stack/_engines/',
};
const PUBLISHED_KEY = `models/${PROPERTIES.Prefix}bert/1/model.plan`;
const PLAN_KEY = 'stack/_engines/key/builds/job/model.plan';

let aws: FakeAws;
let restore: () => void;
beforeEach(() => {
  aws = new FakeAws();
  restore = aws.intercept();
  jest.spyOn(globalThis, 'fetch').mockImplementation(aws.fetch as never);
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const manifest = {
    copies: [],
    texts: [{ path: 'bert/config.pbtxt', content: 'name: "bert"' }],
    engines: [{ path: 'bert/1/model.plan', key: 'key' }],
  };
  aws.put('assets/manifest.json', JSON.stringify(manifest));
  aws.put(`models/${PLAN_KEY}`, 'the engine');
});
afterEach(() => {
  restore();
  jest.restoreAllMocks();
});

/** Writes the record of an engine. */
function writeRecord(content: string): void {
  const sha256 = createHash('sha256').update(content).digest('hex');
  aws.put('models/stack/_engines/key/engine.json', JSON.stringify({ plan: PLAN_KEY, bytes: content.length, sha256 }));
}

async function publish(): Promise<Record<string, string> | undefined> {
  const { handler } = await import('../../../lambda/publish-model/index.js');
  const event = {
    RequestType: 'Create',
    ResponseURL: 'https://cloudformation',
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Publication',
    ResourceProperties: PROPERTIES,
  };
  await handler(event as never, { getRemainingTimeInMillis: () => 900_000 } as Context);
  return aws.responses.at(-1);
}

test('an engine is copied to the published files of its model', async () => {
  writeRecord('the engine');
  expect(await publish()).toMatchObject({ Status: 'SUCCESS' });
  expect(String(aws.objects.get(PUBLISHED_KEY))).toBe('the engine');
});

test('an engine that does not match its record is not published', async () => {
  writeRecord('an engine!');
  const { Status, Reason } = (await publish()) ?? {};
  expect(Status).toBe('FAILED');
  expect(Reason).toMatch(
    /bert\/1\/model\.plan is not the engine of its record: checksum [0-9a-f]{64} in the record, [0-9a-f]{64} in s3:/,
  );
  expect(aws.keys(`models/${PROPERTIES.Prefix}`)).toEqual([]);
});

test('an engine without a record is not published', async () => {
  const { Status, Reason } = (await publish()) ?? {};
  expect(Status).toBe('FAILED');
  expect(Reason).toContain(
    'the record of its engine, s3://models/stack/_engines/key/engine.json, cannot be read (NoSuchKey)',
  );
});
