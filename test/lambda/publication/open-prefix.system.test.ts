import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { PublicationManifest } from '../../../lib/contracts/publication-manifest';
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

/** Uploads and declares models, each in a separate object. The name of an object contains the content instead of a hash. */
async function declareModels(models: Record<string, string>): Promise<string> {
  const copies = [];
  const table: Record<string, string> = {};
  for (const [name, content] of Object.entries(models)) {
    table[name] = `${name}-${content}.tar.gz`;
    await deployment.upload(`${content}.tar.gz`, content);
    copies.push({ path: table[name], key: `${content}.tar.gz` });
  }
  return deployment.uploadManifest({ copies, texts: [], table } satisfies PublicationManifest);
}

async function putForeign(name: string, body = 'foreign'): Promise<void> {
  await s3.client.send(new PutObjectCommand({ Bucket: MODELS, Key: `${GROUP}models/${name}`, Body: body }));
}

const modelNames = async (): Promise<string[]> =>
  Object.keys(await deployment.publishedSizes())
    .filter((key) => key.startsWith('models/'))
    .map((key) => key.slice('models/'.length));

const publishedTable = async (): Promise<unknown> =>
  JSON.parse((await deployment.readContent('table.json')).toString());

test('declared models are added to the existing models, and a table contains their paths', async () => {
  await putForeign('foreign.tar.gz');
  const response = await deployment.sendOpen('Create', 'v1', await declareModels({ cat: 'aaa', dog: 'bbb' }));
  expect(response).toMatchObject({
    Status: 'SUCCESS',
    PhysicalResourceId: `s3://${MODELS}/${GROUP}declared/v1.json`,
    Reason: '2 objects added, 0 existed already',
  });
  expect(await modelNames()).toEqual(['cat-aaa.tar.gz', 'dog-bbb.tar.gz', 'foreign.tar.gz']);
  expect(await publishedTable()).toEqual({ cat: 'cat-aaa.tar.gz', dog: 'dog-bbb.tar.gz' });
});

test('no object under the prefix is written twice, even from a bundle', async () => {
  const bundled = await deployment.uploadModel({}, {}, { 'cat-aaa.tar.gz': Buffer.from('cat') });
  await deployment.sendOpen('Create', 'v1', bundled);
  const catAndDog = await deployment.uploadModel(
    {},
    {},
    { 'cat-aaa.tar.gz': Buffer.from('cat'), 'dog-bbb.tar.gz': Buffer.from('dog') },
  );
  const written: string[] = [];
  s3.beforeRequest = ({ method, url = '' }) => {
    if (method === 'PUT' && url.includes('/model/models/')) written.push(url.replace(/^.*\/models\/|\?.*$/g, ''));
  };
  await deployment.sendOpen('Update', 'v2', catAndDog);
  expect(written).toEqual(['dog-bbb.tar.gz']);
});

test('an object with different content at a declared path makes the deployment fail, and is kept', async () => {
  await putForeign('cat-aaa.tar.gz', 'something else');
  const manifest = await deployment.uploadModel({}, {}, { 'cat-aaa.tar.gz': Buffer.from('cat') });
  const { Status, Reason } = await deployment.sendOpen('Create', 'v1', manifest);
  expect(Status).toBe('FAILED');
  expect(Reason).toMatch(/cat-aaa\.tar\.gz has 14 bytes, 3 at synth; .* nothing is overwritten/);
  expect((await deployment.readContent('models/cat-aaa.tar.gz')).toString()).toBe('something else');
});

describe('a foreign object at the path of a declared model', () => {
  test.each([
    ['an archive', () => declareModels({ cat: 'aaa' })],
    ['a small archive', () => deployment.uploadModel({}, {}, { 'cat-aaa.tar.gz': Buffer.from('aaa') })],
  ])('makes the deployment fail if it has the size, but not the content of %s, and is kept', async (_, declared) => {
    await putForeign('cat-aaa.tar.gz', 'bad');
    const { Status, Reason } = await deployment.sendOpen('Create', 'v1', await declared());
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(
      /the content of \S*cat-aaa\.tar\.gz differs from the content at synth; the object is not from this stack/,
    );
    expect(await deployment.publishedSizes()).toEqual({ 'models/cat-aaa.tar.gz': 3 });
  });

  test('is served if it has the same content, and is kept when the endpoint is deleted', async () => {
    await putForeign('cat-aaa.tar.gz', 'aaa');
    const manifest = await declareModels({ cat: 'aaa' });
    expect(await deployment.sendOpen('Create', 'v1', manifest)).toMatchObject({
      Status: 'SUCCESS',
      Reason: '0 objects added, 1 existed already',
    });
    await deployment.sendOpen('Delete', 'v1', manifest);
    expect(await deployment.publishedSizes()).toEqual({ 'models/cat-aaa.tar.gz': 3 });
  });

  test('cannot replace a removed version: an update to that version fails', async () => {
    const [v1, v2, v3] = [
      await declareModels({ cat: 'aaa' }),
      await declareModels({ cat: 'bbb' }),
      await declareModels({ cat: 'ccc' }),
    ];
    await deployment.sendOpen('Create', 'v1', v1);
    await deployment.sendOpen('Update', 'v2', v2);
    await deployment.sendOpen('Delete', 'v1', v1);
    await deployment.sendOpen('Update', 'v3', v3);
    await deployment.sendOpen('Delete', 'v2', v2);
    await putForeign('cat-aaa.tar.gz', 'bad');
    expect(await deployment.sendOpen('Update', 'v1', v1)).toMatchObject({ Status: 'FAILED' });
    expect(await publishedTable()).toEqual({ cat: 'cat-ccc.tar.gz' });
  });
});

test('published objects of the stack are not read again', async () => {
  await deployment.sendOpen('Create', 'v1', await declareModels({ cat: 'aaa' }));
  const read: string[] = [];
  s3.beforeRequest = ({ method, url = '' }) => {
    if (method === 'GET' && url.includes('.tar.gz')) read.push(url);
  };
  await deployment.sendOpen('Update', 'v2', await declareModels({ cat: 'aaa', dog: 'bbb' }));
  expect(read).toEqual([]);
});

test('the removal of one version restores the table of the previous version', async () => {
  const [v1, v2] = [await declareModels({ cat: 'aaa', dog: 'bbb' }), await declareModels({ cat: 'ccc' })];
  await deployment.sendOpen('Create', 'v1', v1);
  await deployment.sendOpen('Update', 'v2', v2);
  // CloudFormation does not publish the first version again.
  await deployment.sendOpen('Delete', 'v2', v2, 'generated-id');
  expect(await modelNames()).toEqual(['cat-aaa.tar.gz', 'dog-bbb.tar.gz']);
  expect(await publishedTable()).toEqual({ cat: 'cat-aaa.tar.gz', dog: 'dog-bbb.tar.gz' });
  await deployment.sendOpen('Delete', 'v1', v1, 'generated-id');
  expect(await deployment.publishedSizes()).toEqual({});
});
