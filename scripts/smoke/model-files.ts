import assert from 'assert/strict';
import * as fs from 'fs';
import { before, describe, test } from 'node:test';
import { runExpectingError, appPath, runInApp, read, runSuccessfully, write } from './installed';
import { writeLargeModel } from './large-model';

const sha256sum = (file: string): string => runInApp('sha256sum', file).split(' ')[0];

describe('model files', () => {
  before(() => writeLargeModel('large'));

  test('pack: the archive of a 40 MB model equals the archive that the library creates', async () => {
    const stdout = await runSuccessfully(['pack', 'large', '--out', 'archives']);
    const [archive] = fs.readdirSync(appPath('archives'));
    const [, contentHash] = /content ([0-9a-f]{64})/.exec(stdout) ?? [];
    assert.equal(archive, `large-${contentHash.slice(0, 16)}.tar.gz`);
    assert.equal(
      runInApp('tar', 'tzf', `archives/${archive}`),
      'large/1/model.onnx\nlarge/1/vocabulary.txt\nlarge/config.pbtxt\n',
    );

    fs.mkdirSync(appPath('unpacked'));
    runInApp('tar', 'xzf', `archives/${archive}`, '-C', 'unpacked');
    for (const file of ['1/model.onnx', '1/vocabulary.txt']) {
      assert.equal(sha256sum(`unpacked/large/${file}`), sha256sum(`large/${file}`));
    }
    const library = `console.log(require('cdk-sagemaker-triton').ModelArchive.pack('unpacked', 'library.tar.gz').contentHash)`;
    assert.equal(runInApp('node', '-e', library).trim(), contentHash);
    assert.equal(sha256sum('library.tar.gz'), sha256sum(`archives/${archive}`));
  });

  test('pack: rejects a folder without a model', async () => {
    fs.mkdirSync(appPath('empty'));
    assert.match(await runExpectingError(['pack', 'empty']), /got empty; allowed: a folder with a model/);
  });

  test('lock: contains the sizes and digests of the files', async () => {
    await runSuccessfully(['lock', 'large']);
    const names = ['1/model.onnx', '1/vocabulary.txt'];
    const files = names.map((path) => ({
      path,
      bytes: fs.statSync(appPath('large', path)).size,
      sha256: sha256sum(`large/${path}`),
    }));
    assert.deepEqual(JSON.parse(read('large/triton-model.lock')), { files });
  });

  test('lock: rejects a missing folder', async () => {
    assert.match(await runExpectingError(['lock', 'absent']), /absent: this file or folder does not exist/);
  });

  test('lock: rejects a folder without files', async () => {
    fs.mkdirSync(appPath('hollow'));
    assert.match(await runExpectingError(['lock', 'hollow']), /got hollow; allowed: a folder with a model's files/);
  });

  test('engine: prints how to build the engine', async () => {
    const stdout = await runSuccessfully(['engine', 'large/1/model.onnx', '--instance-type', 'ml.g5.xlarge']);
    assert.match(stdout, /On a host with Docker and an NVIDIA A10G:\ndocker run .*\/tritonserver:26\.05-py3 python3 /);
    const request = JSON.parse(fs.readFileSync(appPath('engine/source/build.json'), 'utf8'));
    assert.equal(request.gpu, 'NVIDIA A10G');
    assert.ok(request.arguments.includes('--maxShapes=image:16x3x32x32'));
    assert.ok(fs.existsSync(appPath('engine/source/script/build.py')));
  });

  test('engine: rejects a file that is not an ONNX model', async () => {
    assert.match(
      await runExpectingError(['engine', write('text.onnx', 'not a model\n')], {}, 1),
      /got text\.onnx, which is not an ONNX model/,
    );
  });
});
