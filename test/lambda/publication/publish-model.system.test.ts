import { createHash, randomBytes } from 'node:crypto';
import { DeleteObjectCommand, ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Deployment, GROUP, SINGLE_COPY_LIMIT } from './deployment';
import { ASSETS, MODELS, S3Server } from './s3-server';

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

const LARGE = randomBytes(2 * SINGLE_COPY_LIMIT + 1);
const LARGE_KEY = `${createHash('sha256').update(LARGE).digest('hex')}.bin`;

test('files of no byte, one byte and beyond the limit of a single copy arrive whole, beside texts and small files', async () => {
  const manifest = await deployment.uploadModel(
    { 'model/1/empty': Buffer.alloc(0), 'model/1/one': Buffer.from('1'), 'model/1/a b+ü.bin': LARGE },
    { 'model/config.pbtxt': 'name: "model"\n' },
    { 'model/labels.txt': Buffer.from('cat\ndog\n'), 'model/1/.keep': Buffer.alloc(0) },
  );
  const verdict = await deployment.send('Create', 'aaaa', manifest);
  expect(verdict).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: `s3://${MODELS}/${GROUP}aaaa/` });
  expect(await deployment.published()).toEqual({
    'aaaa/model/1/.keep': 0,
    'aaaa/model/1/a b+ü.bin': LARGE.length,
    'aaaa/model/1/empty': 0,
    'aaaa/model/1/one': 1,
    'aaaa/model/config.pbtxt': 14,
    'aaaa/model/labels.txt': 8,
    'aaaa.json': expect.any(Number),
  });
  expect((await deployment.content('aaaa/model/1/a b+ü.bin')).equals(LARGE)).toBe(true);
  expect((await deployment.content('aaaa/model/labels.txt')).toString()).toBe('cat\ndog\n');
});

test('no byte of a large file passes through the function', async () => {
  const manifest = await deployment.uploadModel({
    'model/1/large': LARGE,
    'model/1/whole': LARGE.subarray(0, 5_000_000),
  });
  const read: string[] = [];
  s3.before = ({ method, url = '' }) => {
    if (method === 'GET' && url.startsWith(`/${ASSETS}/`)) read.push(url);
  };
  await deployment.send('Create', 'aaaa', manifest);
  expect(read).toEqual([expect.stringContaining(manifest)]);
});

test('more files than S3 lists on a page or deletes at once: 1,001', async () => {
  const small = Object.fromEntries(
    Array.from({ length: 1001 }, (_, index) => [`model/1/part-${index}`, Buffer.alloc(index % 300, index)]),
  );
  const manifest = await deployment.uploadModel({}, {}, small);
  expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(Object.keys(await deployment.published())).toHaveLength(1002); // and the record
  expect((await deployment.content('aaaa/model/1/part-299')).equals(small['model/1/part-299'])).toBe(true);

  let deletions = 0; // moto takes any number of keys in one
  s3.before = ({ method, url = '' }) => {
    if (method === 'POST' && /\?delete\b/.test(url)) deletions++;
  };
  expect(await deployment.send('Delete', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(deletions).toBe(3); // of the files, then of the record that names them
  expect(await deployment.published()).toEqual({});
});

describe('leaves nothing behind', () => {
  const nothing = async (): Promise<void> => {
    expect(await deployment.published()).toEqual({});
    expect((await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }))).Uploads ?? []).toEqual([]);
  };

  test('when a source was never uploaded', async () => {
    const manifest = await deployment.uploadManifest({
      copies: [{ path: 'model/1/a', bytes: 1, sha256: 'abcd', key: 'missing.bin' }],
      texts: [],
    });
    const { Status, Reason } = await deployment.send('Create', 'aaaa', manifest);
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(/model\/1\/a: s3:\/\/assets\/missing\.bin cannot be read.*was it uploaded\?/);
    await nothing();
  });

  test('when a source disappears halfway, between two parts of its copy', async () => {
    const manifest = await deployment.uploadModel({ 'model/1/first': Buffer.from('1'), 'model/1/large': LARGE });
    s3.before = async ({ url = '' }) => {
      if (/partNumber=2/.test(url)) await s3.client.send(new DeleteObjectCommand({ Bucket: ASSETS, Key: LARGE_KEY }));
    };
    const { Status, Reason } = await deployment.send('Create', 'aaaa', manifest);
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(/model\/1\/large: .* cannot be copied: No/);
    await nothing();
  });

  test('when a file changed its size between synth and upload', async () => {
    const manifest = await deployment.uploadManifest({
      copies: [{ path: 'model/1/a', bytes: 1, sha256: 'abcd', key: 'a.bin' }],
      texts: [],
    });
    await deployment.upload('a.bin', 'longer');
    expect((await deployment.send('Create', 'aaaa', manifest)).Reason).toMatch(
      /model\/1\/a changed between synth and upload: 1 bytes at synth, 6 bytes uploaded; delete s3:\/\/assets\/a\.bin, and deploy again/,
    );
    await nothing();
  });

  test('when a file changed its content between synth and upload', async () => {
    const manifest = await deployment.uploadManifest({
      copies: [{ path: 'model/1/a', bytes: 6, sha256: 'abcd', key: 'a.bin' }],
      texts: [],
    });
    await deployment.upload('a.bin', 'longer');
    expect((await deployment.send('Create', 'aaaa', manifest)).Reason).toMatch(/checksum abcd at synth/);
    await nothing();
  });

  test('when a file beyond the limit of a single copy changed its content', async () => {
    const manifest = await deployment.uploadModel({ 'model/1/large': LARGE });
    s3.wholeObjectCrc32 = 'AAAAAA=='; // moto's copies of parts have no checksum
    expect((await deployment.send('Create', 'aaaa', manifest)).Reason).toMatch(
      /model\/1\/large changed between synth and upload: checksum [0-9a-f]{8} at synth, 00000000 uploaded/,
    );
    await nothing();
  });
});

describe('over the life of a stack', () => {
  const versionsOf = async (): Promise<string[]> =>
    [...new Set(Object.keys(await deployment.published()).map((key) => key.split('/')[0]))].sort();
  const modelOf = (text: string): Promise<string> => deployment.uploadModel({ 'model/1/model': Buffer.from(text) });

  test('a duplicate run changes nothing, and reads no source', async () => {
    const manifest = await modelOf('a');
    await deployment.send('Create', 'aaaa', manifest);
    const copied: string[] = [];
    s3.before = ({ method, headers }) => {
      if (method === 'PUT' && headers['x-amz-copy-source']) copied.push(`${headers['x-amz-copy-source']}`);
    };
    const { Status, Reason } = await deployment.send('Create', 'aaaa', manifest);
    expect([Status, Reason]).toEqual(['SUCCESS', '2 files existed already']);
    expect(copied).toEqual([]);
    expect(await versionsOf()).toEqual(['aaaa', 'aaaa.json']);
  });

  test('two runs at once both succeed', async () => {
    const manifest = await modelOf('a');
    const second = await Deployment.start(s3);
    const verdicts = await Promise.all([deployment, second].map((each) => each.send('Create', 'aaaa', manifest)));
    await second.stop();
    expect(new Set(verdicts.map(({ Status }) => Status))).toEqual(new Set(['SUCCESS']));
    expect(await versionsOf()).toEqual(['aaaa', 'aaaa.json']);
  });

  test('an update keeps one old version, a rollback finds it, and the removal of the stack leaves nothing', async () => {
    const [a, b, c] = [await modelOf('a'), await modelOf('b'), await modelOf('c')];
    await deployment.send('Create', 'aaaa', a);
    await deployment.send('Update', 'bbbb', b);
    await deployment.send('Delete', 'aaaa', a);
    expect(await versionsOf()).toEqual(['aaaa', 'aaaa.json', 'bbbb', 'bbbb.json']);

    await deployment.send('Update', 'cccc', c);
    await deployment.send('Delete', 'bbbb', b);
    expect(await versionsOf()).toEqual(['bbbb', 'bbbb.json', 'cccc', 'cccc.json']);

    // The endpoint fails, CloudFormation goes back, and removes what the update had made.
    await deployment.send('Update', 'dddd', await modelOf('d'));
    expect(await deployment.send('Update', 'cccc', c)).toMatchObject({ Status: 'SUCCESS' });
    await deployment.send('Delete', 'dddd', await modelOf('d'));
    expect(await versionsOf()).toContain('cccc.json');
    expect((await deployment.content('cccc/model/1/model')).toString()).toBe('c');

    await deployment.send('Delete', 'cccc', c);
    expect(await versionsOf()).toEqual([]);
  });

  test('an update that fails leaves the version that is served', async () => {
    const a = await modelOf('a');
    await deployment.send('Create', 'aaaa', a);
    const missing = await deployment.uploadManifest({
      copies: [{ path: 'model/1/a', bytes: 1, sha256: 'abcd', key: 'missing.bin' }],
      texts: [],
    });
    expect(await deployment.send('Update', 'bbbb', missing)).toMatchObject({ Status: 'FAILED' });
    await deployment.send('Update', 'aaaa', a);
    await deployment.send('Delete', 'bbbb', missing);
    expect(await versionsOf()).toEqual(['aaaa', 'aaaa.json']);
  });

  test('objects of others are never removed: the stack removes what it wrote', async () => {
    const put = (Key: string) => s3.client.send(new PutObjectCommand({ Bucket: MODELS, Key: GROUP + Key, Body: 'x' }));
    const [a, b] = [await modelOf('a'), await modelOf('b')];
    await deployment.send('Create', 'aaaa', a);
    await put('aaaa/model/notes.txt');
    await put('cccc/model/1/model');
    await put('report.json');
    await deployment.send('Update', 'bbbb', b);
    await deployment.send('Delete', 'aaaa', a);
    await deployment.send('Delete', 'bbbb', b);
    expect(Object.keys(await deployment.published())).toEqual([
      'aaaa/model/notes.txt',
      'cccc/model/1/model',
      'report.json',
    ]);
  });

  test('an object of others below the prefix, which would be served, fails the publication and stays', async () => {
    const Key = `${GROUP}aaaa/model/2/strange`;
    await s3.client.send(new PutObjectCommand({ Bucket: MODELS, Key, Body: 'x' }));
    expect(await deployment.send('Create', 'aaaa', await modelOf('a'))).toMatchObject({
      Status: 'FAILED',
      Reason: expect.stringContaining(
        `${Key} does not belong to the model and is not from this stack; delete the object`,
      ),
    });
    expect(await deployment.published()).toEqual({ 'aaaa/model/2/strange': 1 });
  });

  test('files that someone removed are copied again', async () => {
    const a = await modelOf('a');
    await deployment.send('Create', 'aaaa', a);
    await s3.client.send(new DeleteObjectCommand({ Bucket: MODELS, Key: `${GROUP}aaaa/model/1/model` }));
    expect(await deployment.send('Update', 'aaaa', a)).toMatchObject({ Status: 'SUCCESS' });
    expect((await deployment.content('aaaa/model/1/model')).toString()).toBe('a');
  });
});
