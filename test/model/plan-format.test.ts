import { TritonModel } from '../../lib/model';
import { contentOf, folderWith } from './folders';

/** Returns the messages about a file of the tensorrt backend. */
function findings(content: string | Buffer): string[] {
  const text =
    'platform: "tensorrt_plan" max_batch_size: 8 input { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } output { name: "y" data_type: TYPE_FP32 dims: [ 4 ] }';
  return TritonModel.fromDirectory(folderWith({ 'config.pbtxt': text, '1/model.plan': content }))
    .validate({ tritonRelease: '26.05' })
    .map(({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`);
}

test.each(['ftrt', 'ptrt', 'qtrt'])('a file that begins with %s is a TensorRT plan', (start) => {
  expect(findings(`${start}\0\0\0\0plan`)).toEqual([]);
});

const BUILD =
  'build an engine from ONNX, with ModelFiles.fromEngineBuild, or with trtexec --onnx=model.onnx --saveEngine=model.plan';

test('an ONNX model is rejected with the two ways to serve it', () => {
  expect(findings(contentOf('text.onnx'))).toEqual([
    `error trt.plan: got 1/model.plan, which is an ONNX model; the tensorrt backend loads TensorRT plans; name the file model.onnx and set the backend to 'onnxruntime', or ${BUILD}`,
  ]);
});

test('the engine of Ultralytics is rejected with the command that removes its metadata', () => {
  const metadata = '{"description":"YOLO"}';
  const length = Buffer.alloc(4);
  length.writeInt32LE(metadata.length);
  expect(findings(Buffer.concat([length, Buffer.from(`${metadata}ftrt plan`)]))).toEqual([
    'error trt.plan: got 1/model.plan, which begins with 26 bytes of metadata, as Ultralytics writes them, and TensorRT loads only the plan that follows; write the plan to a file of its own: tail -c +27 model.plan > plan && mv plan model.plan',
  ]);
});

test.each([
  [contentOf('text.pt'), 'is a zip archive'],
  ['\x89HDF\r\n\x1a\n', 'is an HDF5 file'],
  ['\x07\0\0\0{"a":1}engine', "does not begin with 'ftrt'"],
  ['text', "does not begin with 'ftrt'"],
])('a different file is rejected with its format, if that is known', (content, expected) => {
  expect(findings(Buffer.from(content as string, 'latin1'))).toEqual([
    `error trt.plan: got 1/model.plan, which ${expected}; the tensorrt backend loads TensorRT plans; ${BUILD}`,
  ]);
});

test('empty files and Git LFS pointers are reported as such', () => {
  expect(findings('')).toEqual([expect.stringMatching(/^error files\.empty/)]);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
  expect(findings(pointer)).toEqual([expect.stringMatching(/^error files\.git-lfs/)]);
});
