import assert from 'assert/strict';
import * as fs from 'fs';
import { before, describe, test } from 'node:test';
import { fail, inApp, inFolder, read, succeed, write } from './installed';
import { writeLargeModel } from './large-model';

const sha256sum = (file: string): string => inFolder('sha256sum', file).split(' ')[0];

describe('model files', () => {
  before(() => writeLargeModel('large'));

  test('pack: the archive of a model of 40 MB is the one that the library makes of its content', async () => {
    const stdout = await succeed(['pack', 'large', '--out', 'archives']);
    const [archive] = fs.readdirSync(inApp('archives'));
    const [, contentHash] = /content ([0-9a-f]{64})/.exec(stdout) ?? [];
    assert.equal(archive, `large-${contentHash.slice(0, 16)}.tar.gz`);
    assert.equal(
      inFolder('tar', 'tzf', `archives/${archive}`),
      'large/1/model.onnx\nlarge/1/vocabulary.txt\nlarge/config.pbtxt\n',
    );

    fs.mkdirSync(inApp('unpacked'));
    inFolder('tar', 'xzf', `archives/${archive}`, '-C', 'unpacked');
    for (const file of ['1/model.onnx', '1/vocabulary.txt']) {
      assert.equal(sha256sum(`unpacked/large/${file}`), sha256sum(`large/${file}`));
    }
    const library = `console.log(require('cdk-sagemaker-triton').ModelArchive.pack('unpacked', 'library.tar.gz'))`;
    assert.equal(inFolder('node', '-e', library).trim(), contentHash);
    assert.equal(sha256sum('library.tar.gz'), sha256sum(`archives/${archive}`));
  });

  test('pack: refuses a folder without a model', async () => {
    fs.mkdirSync(inApp('empty'));
    assert.match(await fail(['pack', 'empty']), /got empty; allowed: a folder with a model/);
  });

  test('lock: has the sizes and digests of the files', async () => {
    await succeed(['lock', 'large']);
    const names = ['1/model.onnx', '1/vocabulary.txt'];
    const files = names.map((path) => ({
      path,
      bytes: fs.statSync(inApp('large', path)).size,
      sha256: sha256sum(`large/${path}`),
    }));
    assert.deepEqual(JSON.parse(read('large/triton-model.lock')), { files });
  });

  test('lock: refuses a folder that is not there', async () => {
    assert.match(await fail(['lock', 'absent']), /absent: this file or folder does not exist/);
  });

  test('lock: refuses a folder without files', async () => {
    fs.mkdirSync(inApp('hollow'));
    assert.match(await fail(['lock', 'hollow']), /got hollow; allowed: a folder with a model's files/);
  });

  test('engine: prints how to build the engine', async () => {
    const stdout = await succeed(['engine', 'large/1/model.onnx', '--instance-type', 'ml.g5.xlarge']);
    assert.match(stdout, /On a host with Docker and an NVIDIA A10G:\ndocker run .*\/tritonserver:26\.05-py3 python3 /);
    const request = JSON.parse(fs.readFileSync(inApp('engine/source/build.json'), 'utf8'));
    assert.equal(request.gpu, 'NVIDIA A10G');
    assert.ok(request.arguments.includes('--maxShapes=image:16x3x32x32'));
    assert.ok(fs.existsSync(inApp('engine/source/script/build.py')));
  });

  test('engine: refuses what is no ONNX model', async () => {
    assert.match(
      await fail(['engine', write('text.onnx', 'not a model\n')], {}, 1),
      /got text\.onnx, which is not an ONNX model/,
    );
  });
});
