import { randomBytes } from 'node:crypto';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import type { PublicationManifest } from '../../lib/artifacts/publication-manifest';
import { Deployment, GROUP, PART_BYTES } from '../lambda/publication/deployment';
import { MODELS, S3Server } from '../lambda/publication/s3-server';

// The function that puts models where an endpoint loads them from may be ended at any time.

let s3: S3Server;
beforeAll(async () => {
  s3 = await S3Server.start();
});
beforeEach(() => s3.reset());
afterAll(() => s3.stop());

/** Kills the function when it is about to send a request, which never arrives. */
async function killBefore(killed: Deployment, request: RegExp, act: () => unknown): Promise<void> {
  const reached = new Promise<void>((resolve) => {
    s3.before = ({ method, url }) => {
      if (!request.test(`${method} ${url}`)) return undefined;
      killed.kill();
      resolve();
      return new Promise(() => undefined);
    };
  });
  act();
  await reached;
  await killed.stop();
  s3.before = () => undefined;
}

const keysOf = async (deployment: Deployment): Promise<string[]> => Object.keys(await deployment.published()).sort();

test.each([
  ['before it says what it will write', /^PUT .*aaaa\.json/, []],
  [
    'before config.pbtxt, without which Triton loads nothing',
    /^PUT .*config\.pbtxt/,
    ['aaaa.json', 'aaaa/model/1/weights'],
  ],
])('killed %s: it is done again by the next one', async (_, request, left) => {
  const killed = await Deployment.start(s3);
  const manifest = await killed.uploadModel({ 'model/1/weights': Buffer.from('weights') });
  await killBefore(killed, request, () => void killed.send('Create', 'aaaa', manifest));
  const next = await Deployment.start(s3);
  expect(await keysOf(next)).toEqual(left);
  expect(await next.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(await keysOf(next)).toEqual(['aaaa.json', 'aaaa/model/1/weights', 'aaaa/model/config.pbtxt']);
  await next.stop();
});

test('killed between the parts of a large file: the next one copies it as a whole, and half of it is no object', async () => {
  const large = randomBytes(2 * PART_BYTES);
  const killed = await Deployment.start(s3);
  const manifest = await killed.uploadModel({ 'model/1/large': large });
  await killBefore(killed, /^PUT .*large\?.*partNumber=2/, () => void killed.send('Create', 'aaaa', manifest));
  const next = await Deployment.start(s3);
  expect(await keysOf(next)).toEqual(['aaaa.json']); // says what was begun
  // S3 forgets these after a day: see the lifecycle rule of the bucket.
  const { Uploads } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }));
  expect(Uploads?.map(({ Key }) => Key)).toEqual([`${GROUP}aaaa/model/1/large`]);

  expect(await next.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(Buffer.compare(await next.content('aaaa/model/1/large'), large)).toBe(0);
  await next.stop();
});

test('killed in an update: the version before stays whole, and going back to it removes what was begun', async () => {
  const killed = await Deployment.start(s3);
  const first = await killed.uploadModel({ 'model/1/weights': Buffer.from('first') });
  const second = await killed.uploadModel({ 'model/1/weights': Buffer.from('second') });
  await killed.send('Create', 'aaaa', first);
  await killBefore(killed, /^PUT .*bbbb.*config\.pbtxt/, () => void killed.send('Update', 'bbbb', second));
  const next = await Deployment.start(s3);
  expect((await next.content('aaaa/model/1/weights')).toString()).toBe('first');

  // CloudFormation goes back: it sends the old properties, then deletes what the failed update was to make.
  expect(await next.send('Update', 'aaaa', first)).toMatchObject({ Status: 'SUCCESS' });
  expect(await next.send('Delete', 'bbbb', second)).toMatchObject({ Status: 'SUCCESS' });
  expect(await keysOf(next)).toEqual(['aaaa.json', 'aaaa/model/1/weights', 'aaaa/model/config.pbtxt']);
  await next.stop();
});

test.each([
  ['before an archive', /^PUT .*dog-bbb/],
  ['before what it declared', /^PUT .*declared/],
  ['before the table of models', /^PUT .*table\.json/],
])('killed %s of an open prefix: the next one adds what is missing', async (_, request) => {
  const killed = await Deployment.start(s3);
  const manifest = await declareTwo(killed);
  await killBefore(killed, request, () => void killed.sendOpen('Create', 'v1', manifest));
  const next = await Deployment.start(s3);
  expect(await next.sendOpen('Create', 'v1', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(await keysOf(next)).toEqual([
    'declared/v1.json',
    'models/cat-aaa.tar.gz',
    'models/dog-bbb.tar.gz',
    'table.json',
  ]);
  expect(JSON.parse((await next.content('table.json')).toString())).toEqual({
    cat: 'cat-aaa.tar.gz',
    dog: 'dog-bbb.tar.gz',
  });
  await next.stop();
});

/** Two models, each an archive of its own under an open prefix. */
async function declareTwo(deployment: Deployment): Promise<string> {
  const table = { cat: 'cat-aaa.tar.gz', dog: 'dog-bbb.tar.gz' };
  const copies = Object.values(table).map((path) => ({ path, key: path }));
  for (const { key } of copies) await deployment.upload(key, key);
  return deployment.uploadManifest({ copies, texts: [], table } satisfies PublicationManifest);
}
