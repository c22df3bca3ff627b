import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { PublicationManifest } from '../../../lib/artifacts/publication-manifest';
import { Deployment, GROUP } from './deployment';
import { MODELS, S3Server } from './s3-server';

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

/** Declares models, each an object of its own; an object's name has the content in the place of a hash. */
async function declare(models: Record<string, string>): Promise<string> {
  const copies = [];
  const table: Record<string, string> = {};
  for (const [name, content] of Object.entries(models)) {
    table[name] = `${name}-${content}.tar.gz`;
    await deployment.upload(`${content}.tar.gz`, content);
    copies.push({ path: table[name], key: `${content}.tar.gz` });
  }
  return deployment.uploadManifest({ copies, texts: [], table } satisfies PublicationManifest);
}

async function drop(name: string, body = 'foreign'): Promise<void> {
  await s3.client.send(new PutObjectCommand({ Bucket: MODELS, Key: `${GROUP}models/${name}`, Body: body }));
}

const models = async (): Promise<string[]> =>
  Object.keys(await deployment.published())
    .filter((key) => key.startsWith('models/'))
    .map((key) => key.slice('models/'.length));

const table = async (): Promise<unknown> => JSON.parse((await deployment.content('table.json')).toString());

test('declared models come beside those that are there, and a table leads to them', async () => {
  await drop('foreign.tar.gz');
  const verdict = await deployment.sendOpen('Create', 'v1', await declare({ cat: 'aaa', dog: 'bbb' }));
  expect(verdict).toMatchObject({
    Status: 'SUCCESS',
    PhysicalResourceId: `s3://${MODELS}/${GROUP}declared/v1.json`,
    Reason: '2 objects added, 0 existed already',
  });
  expect(await models()).toEqual(['cat-aaa.tar.gz', 'dog-bbb.tar.gz', 'foreign.tar.gz']);
  expect(await table()).toEqual({ cat: 'cat-aaa.tar.gz', dog: 'dog-bbb.tar.gz' });
});

test('nothing under the prefix is ever written twice, not even from a bundle', async () => {
  const bundled = await deployment.uploadModel({}, {}, { 'cat-aaa.tar.gz': Buffer.from('cat') });
  await deployment.sendOpen('Create', 'v1', bundled);
  const both = await deployment.uploadModel(
    {},
    {},
    { 'cat-aaa.tar.gz': Buffer.from('cat'), 'dog-bbb.tar.gz': Buffer.from('dog') },
  );
  const written: string[] = [];
  s3.before = ({ method, url = '' }) => {
    if (method === 'PUT' && url.includes('/model/models/')) written.push(url.replace(/^.*\/models\/|\?.*$/g, ''));
  };
  await deployment.sendOpen('Update', 'v2', both);
  expect(written).toEqual(['dog-bbb.tar.gz']);
});

test('an object of other bytes under a declared name is an error, and stays', async () => {
  await drop('cat-aaa.tar.gz', 'something else');
  const manifest = await deployment.uploadModel({}, {}, { 'cat-aaa.tar.gz': Buffer.from('cat') });
  const { Status, Reason } = await deployment.sendOpen('Create', 'v1', manifest);
  expect(Status).toBe('FAILED');
  expect(Reason).toMatch(/cat-aaa\.tar\.gz has 14 bytes, 3 at synth; .* nothing is overwritten/);
  expect((await deployment.content('models/cat-aaa.tar.gz')).toString()).toBe('something else');
});

describe('what others put under the name of a declared model', () => {
  test.each([
    ['an archive', () => declare({ cat: 'aaa' })],
    ['a small archive', () => deployment.uploadModel({}, {}, { 'cat-aaa.tar.gz': Buffer.from('aaa') })],
  ])('fails the deployment when it has the size and not the content of %s, and stays', async (_, declared) => {
    await drop('cat-aaa.tar.gz', 'bad');
    const { Status, Reason } = await deployment.sendOpen('Create', 'v1', await declared());
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(
      /the content of \S*cat-aaa\.tar\.gz differs from the content at synth; the object is not from this stack/,
    );
    expect(await deployment.published()).toEqual({ 'models/cat-aaa.tar.gz': 3 });
  });

  test('is served when it has the same content, and stays when the endpoint goes', async () => {
    await drop('cat-aaa.tar.gz', 'aaa');
    const manifest = await declare({ cat: 'aaa' });
    expect(await deployment.sendOpen('Create', 'v1', manifest)).toMatchObject({
      Status: 'SUCCESS',
      Reason: '0 objects added, 1 existed already',
    });
    await deployment.sendOpen('Delete', 'v1', manifest);
    expect(await deployment.published()).toEqual({ 'models/cat-aaa.tar.gz': 3 });
  });

  test('cannot take the name of a removed version: going back to it fails', async () => {
    const [v1, v2, v3] = [await declare({ cat: 'aaa' }), await declare({ cat: 'bbb' }), await declare({ cat: 'ccc' })];
    await deployment.sendOpen('Create', 'v1', v1);
    await deployment.sendOpen('Update', 'v2', v2);
    await deployment.sendOpen('Delete', 'v1', v1);
    await deployment.sendOpen('Update', 'v3', v3);
    await deployment.sendOpen('Delete', 'v2', v2);
    await drop('cat-aaa.tar.gz', 'bad');
    expect(await deployment.sendOpen('Update', 'v1', v1)).toMatchObject({ Status: 'FAILED' });
    expect(await table()).toEqual({ cat: 'cat-ccc.tar.gz' });
  });
});

test('what this stack has published is not read again', async () => {
  await deployment.sendOpen('Create', 'v1', await declare({ cat: 'aaa' }));
  const read: string[] = [];
  s3.before = ({ method, url = '' }) => {
    if (method === 'GET' && url.includes('.tar.gz')) read.push(url);
  };
  await deployment.sendOpen('Update', 'v2', await declare({ cat: 'aaa', dog: 'bbb' }));
  expect(read).toEqual([]);
});

test('a failure removes what it added, and nothing else', async () => {
  await drop('foreign.tar.gz');
  const manifest = await deployment.uploadManifest({
    copies: [{ path: 'cat-aaa.tar.gz', key: 'missing.tar.gz' }],
    texts: [{ path: 'dog-bbb.tar.gz', content: 'dog' }],
  });
  s3.before = async ({ url = '' }) => {
    if (url.includes('missing.tar.gz')) await drop('late.tar.gz');
  };
  expect((await deployment.sendOpen('Create', 'v1', manifest)).Status).toBe('FAILED');
  expect(await models()).toEqual(['foreign.tar.gz', 'late.tar.gz']);
});

test('an update keeps one old version, and the end removes all that was declared and nothing else', async () => {
  const [v1, v2, v3] = [
    await declare({ cat: 'aaa', dog: 'bbb' }),
    await declare({ cat: 'ccc', dog: 'bbb' }),
    await declare({ cat: 'ddd' }),
  ];
  await deployment.sendOpen('Create', 'v1', v1);
  await drop('foreign.tar.gz');
  await deployment.sendOpen('Update', 'v2', v2);
  await deployment.sendOpen('Delete', 'v1', v1);
  expect(await models()).toEqual(['cat-aaa.tar.gz', 'cat-ccc.tar.gz', 'dog-bbb.tar.gz', 'foreign.tar.gz']);

  await deployment.sendOpen('Update', 'v3', v3);
  await deployment.sendOpen('Delete', 'v2', v2);
  expect(await models()).toEqual(['cat-ccc.tar.gz', 'cat-ddd.tar.gz', 'dog-bbb.tar.gz', 'foreign.tar.gz']);
  expect(await table()).toEqual({ cat: 'cat-ddd.tar.gz' });

  // CloudFormation goes back to the second version.
  await deployment.sendOpen('Update', 'v2', v2);
  await deployment.sendOpen('Delete', 'v3', v3);
  expect(await table()).toEqual({ cat: 'cat-ccc.tar.gz', dog: 'dog-bbb.tar.gz' });

  await deployment.sendOpen('Delete', 'v2', v2);
  expect(await deployment.published()).toEqual({ 'models/foreign.tar.gz': 7 });
});

test('a version that is taken back alone leaves the table of the one before it', async () => {
  const [v1, v2] = [await declare({ cat: 'aaa', dog: 'bbb' }), await declare({ cat: 'ccc' })];
  await deployment.sendOpen('Create', 'v1', v1);
  await deployment.sendOpen('Update', 'v2', v2);
  // CloudFormation does not publish the first one again.
  await deployment.sendOpen('Delete', 'v2', v2, 'made-up-id');
  expect(await models()).toEqual(['cat-aaa.tar.gz', 'dog-bbb.tar.gz']);
  expect(await table()).toEqual({ cat: 'cat-aaa.tar.gz', dog: 'dog-bbb.tar.gz' });
  await deployment.sendOpen('Delete', 'v1', v1, 'made-up-id');
  expect(await deployment.published()).toEqual({});
});

test('an object that someone removed is put back', async () => {
  const manifest = await declare({ cat: 'aaa' });
  await deployment.sendOpen('Create', 'v1', manifest);
  await s3.client.send(new DeleteObjectCommand({ Bucket: MODELS, Key: `${GROUP}models/cat-aaa.tar.gz` }));
  await deployment.sendOpen('Update', 'v1', manifest);
  expect(await models()).toEqual(['cat-aaa.tar.gz']);
});
