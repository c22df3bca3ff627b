import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { Deployment, PART_BYTES } from '../lambda/publication/deployment';
import { MODELS, S3Server } from '../lambda/publication/s3-server';
import { sample } from '../setup/proof';

// S3 may throttle the function that publishes models: it may respond to any request of the function with status 503.

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

const LARGE = randomBytes(2 * PART_BYTES); // large enough to be copied in parts
const upload = (): Promise<string> =>
  deployment.uploadModel({ 'model/1/weights': Buffer.from('weights'), 'model/1/large': LARGE }, undefined, {
    'model/labels.txt': Buffer.from('labels'),
  });

/** The method, URL and range of a request, without the upload ID. */
const requestName = ({ method, url = '', headers }: IncomingMessage): string =>
  `${method} ${url.replace(/uploadId=[^&]*/, 'uploadId')} ${headers.range ?? ''}`.trim();

/** The requests that a publication sends. */
async function requestsOf(publish: () => Promise<unknown>): Promise<string[]> {
  const requests = new Set<string>();
  s3.beforeRequest = (request) => void requests.add(requestName(request));
  await publish();
  s3.beforeRequest = () => undefined;
  return [...requests];
}

test('if S3 throttles each request once, the function repeats the requests, and the publication succeeds', async () => {
  const manifest = await upload();
  const throttled = new Set<string>();
  s3.beforeRequest = (request) => {
    const current = requestName(request);
    if (throttled.has(current)) return undefined;
    throttled.add(current);
    return { status: 503, code: 'SlowDown' };
  };
  expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(throttled.size).toBeGreaterThan(10);
  expect(Buffer.compare(await deployment.readContent('aaaa/model/1/large'), LARGE)).toBe(0);
});

test('if one request always fails, the publication fails, and the next publication succeeds', async () => {
  const requests = await requestsOf(async () => deployment.send('Create', 'aaaa', await upload()));
  const complete = await deployment.publishedSizes();
  for (const rejectedRequest of sample(requests, 3)) {
    await s3.reset();
    const manifest = await upload();
    s3.beforeRequest = (request) =>
      requestName(request) === rejectedRequest ? { status: 503, code: 'ServiceUnavailable' } : undefined;
    const failed = await deployment.send('Create', 'aaaa', manifest);
    expect([rejectedRequest, failed.Status]).toEqual([rejectedRequest, 'FAILED']);
    expect([rejectedRequest, failed.Reason]).toEqual([
      rejectedRequest,
      expect.stringMatching(/ServiceUnavailable|Try later|status 503/),
    ]);
    s3.beforeRequest = () => undefined;
    expect(await deployment.send('Delete', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
    expect([rejectedRequest, Object.keys(await deployment.publishedSizes())]).toEqual([rejectedRequest, []]);
    const { Uploads = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }));
    expect([rejectedRequest, Uploads]).toEqual([rejectedRequest, []]);
    expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
    expect([rejectedRequest, Object.keys(await deployment.publishedSizes())]).toEqual([
      rejectedRequest,
      Object.keys(complete),
    ]);
  }
});

test('if one request for an open prefix always fails, the publication fails, and the next publication succeeds', async () => {
  const uploadTwoModels = async (): Promise<string> => {
    const table = { cat: 'cat-aaa.tar.gz', dog: 'dog-bbb.tar.gz' };
    const copies = Object.values(table).map((path) => ({ path, key: path }));
    for (const { key } of copies) await deployment.upload(key, key);
    return deployment.uploadManifest({ copies, texts: [], table });
  };
  const requests = await requestsOf(async () => deployment.sendOpen('Create', 'v1', await uploadTwoModels()));
  const complete = await deployment.publishedSizes();
  for (const rejectedRequest of sample(requests, 3)) {
    await s3.reset();
    const manifest = await uploadTwoModels();
    s3.beforeRequest = (request) =>
      requestName(request) === rejectedRequest ? { status: 503, code: 'ServiceUnavailable' } : undefined;
    const failed = await deployment.sendOpen('Create', 'v1', manifest);
    expect([rejectedRequest, failed.Status]).toEqual([rejectedRequest, 'FAILED']);
    s3.beforeRequest = () => undefined;
    expect(await deployment.sendOpen('Create', 'v1', manifest)).toMatchObject({ Status: 'SUCCESS' });
    expect([rejectedRequest, Object.keys(await deployment.publishedSizes())]).toEqual([
      rejectedRequest,
      Object.keys(complete),
    ]);
  }
});
