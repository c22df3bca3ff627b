import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DeleteObjectCommand, ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ModelArchive } from '../../../lib/artifacts/model-archive';
import type { PublicationManifest } from '../../../lib/artifacts/publication-manifest';
import { Deployment, ENGINES, GROUP } from './deployment';
import { ASSETS, MODELS, S3Server } from './s3-server';

/** The tests are quick with parts that S3 itself does not take. */
const PART_BYTES = 512 * 1024;

let s3: S3Server;
let deployment: Deployment;
let folder: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'packed-'));
  s3 = await S3Server.start({ S3_UPLOAD_PART_MIN_SIZE: '1' });
  deployment = await start();
});
beforeEach(() => s3.reset());
afterAll(async () => {
  await deployment.stop();
  await s3.stop();
  fs.rmSync(folder, { recursive: true });
});

/** Of four reads and four parts. */
const ENGINE = randomBytes(3 * PART_BYTES + 1);
const PLAN = `${ENGINES}key/builds/job/model.plan`;
const NAME = 'bert.tar.gz';

const start = (): Promise<Deployment> => Deployment.start(s3, { UPLOADED_PART_BYTES: `${PART_BYTES}` });

const put = (Bucket: string, Key: string, Body: Buffer | string): Promise<unknown> =>
  s3.client.send(new PutObjectCommand({ Bucket, Key, Body }));

/** What a build has left: the engine, and the record of it. */
async function build(engine = ENGINE, recorded = engine): Promise<void> {
  const sha256 = createHash('sha256').update(recorded).digest('hex');
  await put(MODELS, PLAN, engine);
  await put(MODELS, `${ENGINES}key/engine.json`, JSON.stringify({ plan: PLAN, bytes: recorded.length, sha256 }));
}

/** Uploads the archive of the other files, and the manifest. */
async function declare(others: Record<string, string> = { 'bert/config.pbtxt': 'name: "bert"\n' }): Promise<string> {
  const [files, archive] = ['files', 'others.tar.gz'].map((name) => path.join(folder, name));
  fs.rmSync(files, { recursive: true, force: true });
  for (const [file, content] of Object.entries(others)) {
    fs.mkdirSync(path.dirname(path.join(files, file)), { recursive: true });
    fs.writeFileSync(path.join(files, file), content);
  }
  ModelArchive.pack(files, archive);
  await deployment.upload('others.tar.gz', fs.readFileSync(archive));
  const engines = [{ path: 'bert/1/model.plan', key: 'key' }];
  const packed = [{ path: NAME, key: 'others.tar.gz', engines }];
  return deployment.uploadManifest({ copies: [], texts: [], packed } satisfies PublicationManifest);
}

const digestOf = async (key: string): Promise<string> =>
  createHash('sha256')
    .update(await deployment.content(key))
    .digest('hex');

test('an engine of any size is added to the archive of the other files', async () => {
  await build();
  const large = `[${'"a label", '.repeat(200_000)}]`; // it is compressed when the app is synthesized
  const manifest = await declare({ 'bert/config.pbtxt': 'name: "bert"\n', 'bert/labels.json': large });
  expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  const archive = path.join(folder, 'bert.tar.gz');
  fs.writeFileSync(archive, await deployment.content(`aaaa/${NAME}`));
  const listed = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' });
  expect(listed).toBe('bert/config.pbtxt\nbert/labels.json\nbert/1/model.plan\n');
  const unpack = (file: string): Buffer =>
    execFileSync('tar', ['xzOf', archive, file], { maxBuffer: 2 * ENGINE.length });
  expect(unpack('bert/1/model.plan').equals(ENGINE)).toBe(true);
  expect(unpack('bert/labels.json').toString()).toBe(large);
});

test('the same files give the same bytes', async () => {
  await build();
  const manifest = await declare();
  await deployment.send('Create', 'aaaa', manifest);
  await deployment.send('Update', 'bbbb', manifest);
  expect(await digestOf(`aaaa/${NAME}`)).toBe(await digestOf(`bbbb/${NAME}`));
});

test('an archive that is there is not packed again', async () => {
  await build();
  const manifest = await declare();
  await deployment.send('Create', 'aaaa', manifest);
  const read: string[] = [];
  s3.before = ({ method, url = '' }) => {
    if (method === 'GET' && url.includes('model.plan')) read.push(url);
  };
  expect(await deployment.send('Update', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(read).toEqual([]);
});

describe('leaves nothing behind', () => {
  afterEach(async () => {
    expect(await deployment.published()).not.toHaveProperty([`aaaa/${NAME}`]);
    expect((await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }))).Uploads ?? []).toEqual([]);
  });

  const failure = async (): Promise<string> => {
    const { Status, Reason } = await deployment.send('Create', 'aaaa', await declare());
    expect(Status).toBe('FAILED');
    return Reason;
  };

  test('when the engine is not the one of its record', async () => {
    await build(ENGINE, randomBytes(ENGINE.length));
    expect(await failure()).toMatch(
      /bert\/1\/model\.plan is not the engine of its record: SHA-256 [0-9a-f]{64} in the record, [0-9a-f]{64} in s3:\/\/models\/stack\/_engines/,
    );
  });

  test('when the engine has another size', async () => {
    await build(ENGINE.subarray(1), ENGINE);
    expect(await failure()).toMatch(/is not the engine of its record: 1572865 bytes in the record, 1572864 bytes in/);
  });

  test('when the engine disappears between two reads', async () => {
    await build();
    let reads = 0;
    s3.before = async ({ method, url = '' }) => {
      if (method !== 'GET' || !url.includes('model.plan') || ++reads < 2) return;
      await s3.client.send(new DeleteObjectCommand({ Bucket: MODELS, Key: PLAN }));
    };
    expect(await failure()).toContain('The specified key does not exist');
  });

  test('when the archive of the other files was never uploaded', async () => {
    await build();
    const manifest = await declare();
    await s3.client.send(new DeleteObjectCommand({ Bucket: ASSETS, Key: 'others.tar.gz' }));
    const { Reason } = await deployment.send('Create', 'aaaa', manifest);
    expect(Reason).toContain('bert.tar.gz: s3://assets/others.tar.gz cannot be read: NotFound; was it uploaded?');
  });

  test('when S3 does not take a part', async () => {
    await build();
    s3.before = ({ url = '' }) => (url.includes('partNumber=3') ? { status: 403, code: 'AccessDenied' } : undefined);
    expect(await failure()).toContain('could not be published');
  });
});

test('a function that was killed halfway is begun again', async () => {
  await build();
  const manifest = await declare();
  let killed = false;
  s3.before = ({ url = '' }) => {
    if (!url.includes('partNumber=3') || killed) return;
    killed = true;
    deployment.kill();
  };
  void deployment.send('Create', 'aaaa', manifest);
  await vi.waitUntil(() => killed, 20_000);
  expect(await deployment.published()).not.toHaveProperty([`aaaa/${NAME}`]);
  await deployment.stop();
  deployment = await start();
  expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(await deployment.published()).toHaveProperty([`aaaa/${NAME}`]);
});

describe('under an open prefix, what others put under the name of a declared archive', () => {
  const drop = (body: Buffer): Promise<unknown> => put(MODELS, `${GROUP}models/${NAME}`, body);

  test('fails the deployment when its content is another, and stays', async () => {
    await build();
    await drop(Buffer.from('bad'));
    const { Status, Reason } = await deployment.sendOpen('Create', 'v1', await declare());
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(
      /the content of bert\.tar\.gz differs from the content at synth; the object is not from this/,
    );
    expect((await deployment.content(`models/${NAME}`)).toString()).toBe('bad');
  });

  test('is served when its content is the same', async () => {
    await build();
    const manifest = await declare();
    await deployment.send('Create', 'aaaa', manifest);
    await drop(await deployment.content(`aaaa/${NAME}`));
    expect(await deployment.sendOpen('Create', 'v1', manifest)).toMatchObject({
      Status: 'SUCCESS',
      Reason: '0 objects added, 1 existed already',
    });
  });
});
