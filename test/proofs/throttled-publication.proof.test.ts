import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Deployment, PART_BYTES } from '../lambda/publication/deployment';
import { MODELS, S3Server } from '../lambda/publication/s3-server';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';

// S3 may answer any request of the function that publishes models with 503.

let s3: S3Server;
let deployment: Deployment;
beforeAll(async () => {
  s3 = await S3Server.start();
  deployment = await Deployment.start(s3);
});
beforeEach(() => s3.reset());
afterAll(async () => {
  await deployment.stop();
  await s3.stop();
});

const LARGE = randomBytes(2 * PART_BYTES); // so that it is copied in parts
const upload = (): Promise<string> =>
  deployment.uploadModel({ 'model/1/weights': Buffer.from('weights'), 'model/1/large': LARGE }, undefined, {
    'model/labels.txt': Buffer.from('labels'),
  });

/** What is asked, without the ids that S3 gives. */
const callOf = ({ method, url = '', headers }: IncomingMessage): string =>
  `${method} ${url.replace(/uploadId=[^&]*/, 'uploadId')} ${headers.range ?? ''}`.trim();

async function callsOf(act: () => Promise<unknown>): Promise<string[]> {
  const calls = new Set<string>();
  s3.before = (request) => void calls.add(callOf(request));
  await act();
  s3.before = () => undefined;
  return [...calls];
}

test('each request is throttled once: the function sends it again', async () => {
  const manifest = await upload();
  const throttled = new Set<string>();
  s3.before = (request) => {
    const call = callOf(request);
    if (throttled.has(call)) return undefined;
    throttled.add(call);
    return { status: 503, code: 'SlowDown' };
  };
  expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(throttled.size).toBeGreaterThan(10);
  expect(Buffer.compare(await deployment.content('aaaa/model/1/large'), LARGE)).toBe(0);
});

test('one request is refused for good, each in turn: the publication fails, and the next one is whole', async () => {
  const calls = await callsOf(async () => deployment.send('Create', 'aaaa', await upload()));
  const whole = await deployment.published();
  for (const refused of calls) {
    await s3.reset();
    const manifest = await upload();
    s3.before = (request) => (callOf(request) === refused ? { status: 503, code: 'ServiceUnavailable' } : undefined);
    const failed = await deployment.send('Create', 'aaaa', manifest);
    expect([refused, failed.Status]).toEqual([refused, 'FAILED']);
    expect([refused, failed.Reason]).toEqual([
      refused,
      expect.stringMatching(/ServiceUnavailable|Try later|status 503/),
    ]);
    s3.before = () => undefined;
    // Without its record, nobody knows what the stack has written: it stays for the next deployment.
    const isRecord = refused.startsWith('GET /models/stack/endpoint/model/aaaa.json');
    if (!isRecord) expect([refused, Object.keys(await deployment.published())]).toEqual([refused, []]);
    const { Uploads = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }));
    expect([refused, Uploads]).toEqual([refused, []]);
    expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
    expect([refused, Object.keys(await deployment.published())]).toEqual([refused, Object.keys(whole)]);
  }
});

test('one request about an open prefix is refused for good, each in turn: the next publication is whole', async () => {
  const declareTwo = async (): Promise<string> => {
    const table = { cat: 'cat-aaa.tar.gz', dog: 'dog-bbb.tar.gz' };
    const copies = Object.values(table).map((path) => ({ path, key: path }));
    for (const { key } of copies) await deployment.upload(key, key);
    return deployment.uploadManifest({ copies, texts: [], table });
  };
  const calls = await callsOf(async () => deployment.sendOpen('Create', 'v1', await declareTwo()));
  const whole = await deployment.published();
  for (const refused of calls) {
    await s3.reset();
    const manifest = await declareTwo();
    s3.before = (request) => (callOf(request) === refused ? { status: 503, code: 'ServiceUnavailable' } : undefined);
    const failed = await deployment.sendOpen('Create', 'v1', manifest);
    expect([refused, failed.Status]).toEqual([refused, 'FAILED']);
    s3.before = () => undefined;
    expect(await deployment.sendOpen('Create', 'v1', manifest)).toMatchObject({ Status: 'SUCCESS' });
    expect([refused, Object.keys(await deployment.published())]).toEqual([refused, Object.keys(whole)]);
  }
});
