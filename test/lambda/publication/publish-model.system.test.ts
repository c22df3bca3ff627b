import { createHash, randomBytes } from 'node:crypto';
import { DeleteObjectCommand, ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Deployment, GROUP, SINGLE_COPY_LIMIT } from './deployment';
import { ASSETS, MODELS, S3Server } from './s3-server';

let s3: S3Server;
/** Simulates CloudFormation, which invokes the function for one resource. */
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

const LARGE = randomBytes(2 * SINGLE_COPY_LIMIT + 1);
const LARGE_KEY = `${createHash('sha256').update(LARGE).digest('hex')}.bin`;

test('empty, small and large files are copied completely, together with generated text files and bundled files', async () => {
  const manifest = await deployment.uploadModel(
    { 'model/1/empty': Buffer.alloc(0), 'model/1/one': Buffer.from('1'), 'model/1/a b+ü.bin': LARGE },
    { 'model/config.pbtxt': 'name: "model"\n' },
    { 'model/labels.txt': Buffer.from('cat\ndog\n'), 'model/1/.keep': Buffer.alloc(0) },
  );
  const response = await deployment.send('Create', 'aaaa', manifest);
  expect(response).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: `s3://${MODELS}/${GROUP}aaaa/` });
  expect(await deployment.publishedSizes()).toEqual({
    'aaaa/model/1/.keep': 0,
    'aaaa/model/1/a b+ü.bin': LARGE.length,
    'aaaa/model/1/empty': 0,
    'aaaa/model/1/one': 1,
    'aaaa/model/config.pbtxt': 14,
    'aaaa/model/labels.txt': 8,
  });
  expect((await deployment.readContent('aaaa/model/1/a b+ü.bin')).equals(LARGE)).toBe(true);
  expect((await deployment.readContent('aaaa/model/labels.txt')).toString()).toBe('cat\ndog\n');
});

test('the function copies model files inside S3, and reads only the manifest', async () => {
  const manifest = await deployment.uploadModel({
    'model/1/large': LARGE,
    'model/1/whole': LARGE.subarray(0, 5_000_000),
  });
  const read: string[] = [];
  s3.beforeRequest = ({ method, url = '' }) => {
    if (method === 'GET' && url.startsWith(`/${ASSETS}/`)) read.push(url);
  };
  await deployment.send('Create', 'aaaa', manifest);
  expect(read).toEqual([expect.stringContaining(manifest)]);
});

test('a model with 1,001 files, more than S3 lists or deletes in one request, is published and removed', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1001 }, (_, index) => [`model/1/part-${index}`, Buffer.alloc(index % 300, index)]),
  );
  const manifest = await deployment.uploadModel({}, {}, files);
  expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(Object.keys(await deployment.publishedSizes())).toHaveLength(1001);
  expect((await deployment.readContent('aaaa/model/1/part-299')).equals(files['model/1/part-299'])).toBe(true);

  let deletions = 0; // moto accepts any number of keys in one request
  s3.beforeRequest = ({ method, url = '' }) => {
    if (method === 'POST' && /\?delete\b/.test(url)) deletions++;
  };
  expect(await deployment.send('Delete', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(deletions).toBe(2);
  expect(await deployment.publishedSizes()).toEqual({});
});

describe('after the rollback, no object remains', () => {
  const expectEmptyBucket = async (): Promise<void> => {
    await deployment.send('Delete', 'aaaa', 'manifest');
    expect(await deployment.publishedSizes()).toEqual({});
    expect((await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }))).Uploads ?? []).toEqual([]);
  };

  test('if a source was not uploaded', async () => {
    const manifest = await deployment.uploadManifest({
      copies: [{ path: 'model/1/a', bytes: 1, sha256: 'abcd', key: 'missing.bin' }],
      texts: [],
    });
    const { Status, Reason } = await deployment.send('Create', 'aaaa', manifest);
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(/model\/1\/a: s3:\/\/assets\/missing\.bin cannot be read.*was it uploaded\?/);
    await expectEmptyBucket();
  });

  test('if a source is deleted between two parts of its copy', async () => {
    const manifest = await deployment.uploadModel({ 'model/1/first': Buffer.from('1'), 'model/1/large': LARGE });
    s3.beforeRequest = async ({ url = '' }) => {
      if (/partNumber=2/.test(url)) await s3.client.send(new DeleteObjectCommand({ Bucket: ASSETS, Key: LARGE_KEY }));
    };
    const { Status, Reason } = await deployment.send('Create', 'aaaa', manifest);
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(/model\/1\/large: .* cannot be copied: No/);
    await expectEmptyBucket();
  });

  test('if the size of a file changed between synthesis and upload', async () => {
    const manifest = await deployment.uploadManifest({
      copies: [{ path: 'model/1/a', bytes: 1, sha256: 'abcd', key: 'a.bin' }],
      texts: [],
    });
    await deployment.upload('a.bin', 'longer');
    expect((await deployment.send('Create', 'aaaa', manifest)).Reason).toMatch(
      /model\/1\/a changed between synth and upload: 1 bytes at synth, 6 bytes uploaded; delete s3:\/\/assets\/a\.bin, and deploy again/,
    );
    await expectEmptyBucket();
  });

  test('if the content of a file changed between synthesis and upload', async () => {
    const manifest = await deployment.uploadManifest({
      copies: [{ path: 'model/1/a', bytes: 6, sha256: 'abcd', key: 'a.bin' }],
      texts: [],
    });
    await deployment.upload('a.bin', 'longer');
    expect((await deployment.send('Create', 'aaaa', manifest)).Reason).toMatch(/checksum abcd at synth/);
    await expectEmptyBucket();
  });

  test('if the content of a large file changed', async () => {
    const manifest = await deployment.uploadModel({ 'model/1/large': LARGE });
    s3.wholeObjectCrc32 = 'AAAAAA=='; // moto's copies of parts have no checksum
    expect((await deployment.send('Create', 'aaaa', manifest)).Reason).toMatch(
      /model\/1\/large changed between synth and upload: checksum [0-9a-f]{8} at synth, 00000000 uploaded/,
    );
    await expectEmptyBucket();
  });
});

describe('during the lifetime of a stack', () => {
  const topLevelKeys = async (): Promise<string[]> =>
    [...new Set(Object.keys(await deployment.publishedSizes()).map((key) => key.split('/')[0]))].sort();
  const uploadModelWith = (text: string): Promise<string> =>
    deployment.uploadModel({ 'model/1/model': Buffer.from(text) });

  test('a repeated invocation neither changes nor copies files', async () => {
    const manifest = await uploadModelWith('a');
    await deployment.send('Create', 'aaaa', manifest);
    const copied: string[] = [];
    s3.beforeRequest = ({ method, headers }) => {
      if (method === 'PUT' && headers['x-amz-copy-source']) copied.push(`${headers['x-amz-copy-source']}`);
    };
    const { Status, Reason } = await deployment.send('Create', 'aaaa', manifest);
    expect([Status, Reason]).toEqual(['SUCCESS', '2 files existed already']);
    expect(copied).toEqual([]);
    expect(await topLevelKeys()).toEqual(['aaaa']);
  });

  test('a foreign object under the prefix, which Triton would load, is kept, and the publication fails', async () => {
    const Key = `${GROUP}aaaa/model/2/strange`;
    await s3.client.send(new PutObjectCommand({ Bucket: MODELS, Key, Body: 'x' }));
    expect(await deployment.send('Create', 'aaaa', await uploadModelWith('a'))).toMatchObject({
      Status: 'FAILED',
      Reason: expect.stringContaining(
        `${Key} does not belong to the model and is not from this stack; delete the object`,
      ),
    });
    expect(await deployment.publishedSizes()).toEqual({ 'aaaa/model/2/strange': 1 });
  });

  test('deleted files are copied again', async () => {
    const a = await uploadModelWith('a');
    await deployment.send('Create', 'aaaa', a);
    await s3.client.send(new DeleteObjectCommand({ Bucket: MODELS, Key: `${GROUP}aaaa/model/1/model` }));
    expect(await deployment.send('Update', 'aaaa', a)).toMatchObject({ Status: 'SUCCESS' });
    expect((await deployment.readContent('aaaa/model/1/model')).toString()).toBe('a');
  });
});
