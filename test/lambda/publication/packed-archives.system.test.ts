import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ModelArchive } from '../../../lib/artifacts/model-archive';
import type { PublicationManifest } from '../../../lib/contracts/publication-manifest';
import { Deployment, ENGINES, GROUP } from './deployment';
import { MODELS, S3Server } from './s3-server';

/** The size of uploaded parts. The size is below the minimum of S3, so that the tests are fast. */
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

/** An engine that the function reads and uploads in four parts. */
const ENGINE = randomBytes(3 * PART_BYTES + 1);
const PLAN_KEY = `${ENGINES}key/builds/job/model.plan`;
const ARCHIVE_NAME = 'bert.tar.gz';

const start = (): Promise<Deployment> => Deployment.start(s3, { UPLOADED_PART_BYTES: `${PART_BYTES}` });

const put = (Bucket: string, Key: string, Body: Buffer | string): Promise<unknown> =>
  s3.client.send(new PutObjectCommand({ Bucket, Key, Body }));

/** Writes an engine and its record, as a build does. */
async function writeEngine(engine = ENGINE, recordedEngine = engine): Promise<void> {
  const sha256 = createHash('sha256').update(recordedEngine).digest('hex');
  await put(MODELS, PLAN_KEY, engine);
  await put(
    MODELS,
    `${ENGINES}key/engine.json`,
    JSON.stringify({ plan: PLAN_KEY, bytes: recordedEngine.length, sha256 }),
  );
}

/** Uploads the archive of the files other than the engine, and the manifest. */
async function declareModel(
  otherFiles: Record<string, string> = { 'bert/config.pbtxt': 'name: "bert"\n' },
): Promise<string> {
  const [files, archive] = ['files', 'others.tar.gz'].map((name) => path.join(folder, name));
  fs.rmSync(files, { recursive: true, force: true });
  for (const [file, content] of Object.entries(otherFiles)) {
    fs.mkdirSync(path.dirname(path.join(files, file)), { recursive: true });
    fs.writeFileSync(path.join(files, file), content);
  }
  ModelArchive.pack(files, archive);
  await deployment.upload('others.tar.gz', fs.readFileSync(archive));
  const engines = [{ path: 'bert/1/model.plan', key: 'key' }];
  const packed = [{ path: ARCHIVE_NAME, key: 'others.tar.gz', engines }];
  return deployment.uploadManifest({ copies: [], texts: [], packed } satisfies PublicationManifest);
}

test('an engine of any size is added to the archive of the other files', async () => {
  await writeEngine();
  const large = `[${'"a label", '.repeat(200_000)}]`; // synthesis compresses this text
  const manifest = await declareModel({ 'bert/config.pbtxt': 'name: "bert"\n', 'bert/labels.json': large });
  expect(await deployment.send('Create', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  const archive = path.join(folder, 'bert.tar.gz');
  fs.writeFileSync(archive, await deployment.readContent(`aaaa/${ARCHIVE_NAME}`));
  const fileList = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' });
  expect(fileList).toBe('bert/config.pbtxt\nbert/labels.json\nbert/1/model.plan\n');
  const unpack = (file: string): Buffer =>
    execFileSync('tar', ['xzOf', archive, file], { maxBuffer: 2 * ENGINE.length });
  expect(unpack('bert/1/model.plan').equals(ENGINE)).toBe(true);
  expect(unpack('bert/labels.json').toString()).toBe(large);
});

test('an existing archive is not packed again', async () => {
  await writeEngine();
  const manifest = await declareModel();
  await deployment.send('Create', 'aaaa', manifest);
  const read: string[] = [];
  s3.beforeRequest = ({ method, url = '' }) => {
    if (method === 'GET' && url.includes('model.plan')) read.push(url);
  };
  expect(await deployment.send('Update', 'aaaa', manifest)).toMatchObject({ Status: 'SUCCESS' });
  expect(read).toEqual([]);
});

describe('no object remains', () => {
  afterEach(async () => {
    expect(await deployment.publishedSizes()).not.toHaveProperty([`aaaa/${ARCHIVE_NAME}`]);
    expect((await s3.client.send(new ListMultipartUploadsCommand({ Bucket: MODELS }))).Uploads ?? []).toEqual([]);
  });

  const failureReason = async (): Promise<string> => {
    const { Status, Reason } = await deployment.send('Create', 'aaaa', await declareModel());
    expect(Status).toBe('FAILED');
    return Reason;
  };

  test('if the engine does not match its record', async () => {
    await writeEngine(ENGINE, randomBytes(ENGINE.length));
    expect(await failureReason()).toMatch(
      /bert\/1\/model\.plan is not the engine of its record: SHA-256 [0-9a-f]{64} in the record, [0-9a-f]{64} in s3:\/\/models\/stack\/_engines/,
    );
  });

  test('if S3 rejects a part', async () => {
    await writeEngine();
    s3.beforeRequest = ({ url = '' }) =>
      url.includes('partNumber=3') ? { status: 403, code: 'AccessDenied' } : undefined;
    expect(await failureReason()).toContain('could not be published');
  });
});

describe('under an open prefix, a foreign object at the path of a declared archive', () => {
  const putForeign = (body: Buffer): Promise<unknown> => put(MODELS, `${GROUP}models/${ARCHIVE_NAME}`, body);

  test('makes the deployment fail if its content differs, and is kept', async () => {
    await writeEngine();
    await putForeign(Buffer.from('bad'));
    const { Status, Reason } = await deployment.sendOpen('Create', 'v1', await declareModel());
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(
      /the content of bert\.tar\.gz differs from the content at synth; the object is not from this/,
    );
    expect((await deployment.readContent(`models/${ARCHIVE_NAME}`)).toString()).toBe('bad');
  });

  test('is served if its content is the same', async () => {
    await writeEngine();
    const manifest = await declareModel();
    await deployment.send('Create', 'aaaa', manifest);
    await putForeign(await deployment.readContent(`aaaa/${ARCHIVE_NAME}`));
    expect(await deployment.sendOpen('Create', 'v1', manifest)).toMatchObject({
      Status: 'SUCCESS',
      Reason: '0 objects added, 1 existed already',
    });
  });
});
