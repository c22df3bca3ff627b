import { randomBytes } from 'node:crypto';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { Deployment, GROUP, PART_BYTES } from '../lambda/publication/deployment';
import { MODELS, S3Server } from '../lambda/publication/s3-server';

// Lambda may kill the function that publishes models at any time. A repeated invocation must then complete the publication.

let s3: S3Server;
beforeAll(async () => {
  s3 = await S3Server.start();
});
beforeEach(() => s3.reset());
afterAll(() => s3.stop());

/** Kills the function immediately before its first request that matches a pattern. */
async function killBefore(deployment: Deployment, requestPattern: RegExp, start: () => unknown): Promise<void> {
  const killedBeforeRequest = new Promise<void>((resolve) => {
    s3.beforeRequest = ({ method, url }) => {
      if (!requestPattern.test(`${method} ${url}`)) return undefined;
      deployment.kill();
      resolve();
      return new Promise(() => undefined);
    };
  });
  start();
  await killedBeforeRequest;
  await deployment.stop();
  s3.beforeRequest = () => undefined;
}

const publishedKeys = async (deployment: Deployment): Promise<string[]> =>
  Object.keys(await deployment.publishedSizes()).sort();

test.each([
  ['before it writes an object', /^PUT .*aaaa/, []],
  [
    'before it writes config.pbtxt, which Triton requires to load the model',
    /^PUT .*config\.pbtxt/,
    ['aaaa.running', 'aaaa/model/1/weights'],
  ],
])('if the function is killed %s, a repeated invocation completes the publication', async (_, request, remaining) => {
  const killed = await Deployment.start(s3);
  const manifest = await killed.uploadModel({ 'model/1/weights': Buffer.from('weights') });
  await killBefore(killed, request, () => void killed.send('Create', 'aaaa', manifest));
  const next = await Deployment.start(s3);
  expect(await publishedKeys(next)).toEqual(remaining);
  expect(await next.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(await publishedKeys(next)).toEqual(['aaaa/model/1/weights', 'aaaa/model/config.pbtxt']);
  await next.stop();
});

test('if the function is killed while it copies a large file, no object exists, and a repeated invocation copies the file', async () => {
  const large = randomBytes(2 * PART_BYTES);
  const killed = await Deployment.start(s3);
  const manifest = await killed.uploadModel({ 'model/1/large': large });
  await killBefore(killed, /^PUT .*large\?.*partNumber=2/, () => void killed.send('Create', 'aaaa', manifest));
  const next = await Deployment.start(s3);
  expect(await publishedKeys(next)).toEqual(['aaaa.running']);
  // The lifecycle rule of the bucket deletes incomplete uploads after a day.
  const { Uploads } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }));
  expect(Uploads?.map(({ Key }) => Key)).toEqual([`${GROUP}aaaa/model/1/large`]);

  expect(await next.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(Buffer.compare(await next.readContent('aaaa/model/1/large'), large)).toBe(0);
  await next.stop();
});

test('if the function is killed in an update, the previous version is kept, and a rollback deletes the incomplete version', async () => {
  const killed = await Deployment.start(s3);
  const first = await killed.uploadModel({ 'model/1/weights': Buffer.from('first') });
  const second = await killed.uploadModel({ 'model/1/weights': Buffer.from('second') });
  await killed.send('Create', 'aaaa', first);
  await killBefore(killed, /^PUT .*bbbb.*config\.pbtxt/, () => void killed.send('Update', 'bbbb', second));
  const next = await Deployment.start(s3);
  expect((await next.readContent('aaaa/model/1/weights')).toString()).toBe('first');

  // CloudFormation rolls back: it sends the old properties, then deletes the new resource of the failed update.
  expect(await next.send('Update', 'aaaa', first)).toMatchObject({ Status: 'SUCCESS' });
  expect(await next.send('Delete', 'bbbb', second)).toMatchObject({ Status: 'SUCCESS' });
  expect(await publishedKeys(next)).toEqual(['aaaa/model/1/weights', 'aaaa/model/config.pbtxt']);
  await next.stop();
});
