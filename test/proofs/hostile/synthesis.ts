import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Backend, ModelConfig, ModelExample, ModelFiles, TritonModel, TritonRealtimeEndpoint } from '../../../lib';
import { CapacityPlanner } from '../../../lib/capacity';
import { classifier } from '../../endpoint/fixtures';
import { createLink, createPipe, createSparseFile, writeFiles } from './files';
import type { LibraryInput } from './library-input';

/** Hostile files that the library reads while an app is synthesized. */

const CONFIG =
  'backend: "onnxruntime"\nmax_batch_size: 1\ninput { name: "x" data_type: TYPE_FP32 dims: 3 }\noutput { name: "y" data_type: TYPE_FP32 dims: 3 }\n';

function synthesizeModel(model: TritonModel): number {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model });
  return Object.keys(Template.fromStack(stack).toJSON() as object).length;
}

const EXAMPLES: Record<string, string> = {
  'is empty': '',
  'has a byte order mark': '\ufeff{"request":{"inputs":[]}}',
  'has a request that is null': '{"request":null}',
  'has an input without a name': '{"request":{"inputs":[{"datatype":"FP32","shape":[1],"data":[1]}]}}',
  'has a shape of 1,000,000 dimensions': `{"request":{"inputs":[{"name":"image","datatype":"FP32","shape":[${'1,'.repeat(1_000_000)}1],"data":[1]}]}}`,
  'has data nested 500,000 deep': `{"request":{"inputs":[{"name":"image","datatype":"FP32","shape":[1],"data":${'['.repeat(500_000)}${']'.repeat(500_000)}}]}}`,
  'has a lone surrogate':
    '{"request":{"inputs":[{"name":"\\ud800","datatype":"BYTES","shape":[1],"data":["\\udfff"]}]}}',
  'has keys named like members of prototypes':
    '{"__proto__":{"request":{}},"request":{"__proto__":{"inputs":[]},"constructor":7}}',
};

const CONFIG_TEXTS: Record<string, string> = {
  'has markup in its name': 'name: "<script>"\nbackend: "python"\n',
  'has CDK tokens in its name': 'name: "${Token[TOKEN.1]}"\nbackend: "python"\n',
  'has an intrinsic function in a parameter':
    'backend: "python" parameters { key: "k" value { string_value: "{\\"Ref\\":\\"AWS::AccountId\\"}${AWS::Region}" } }\n',
  'has 50,000 parameters': Array.from(
    { length: 50_000 },
    (_, index) => `parameters{key:"k${index}" value{string_value:"v"}}`,
  ).join(''),
};

export const synthesis: LibraryInput[] = [
  ...Object.entries(EXAMPLES).map(([description, json]): LibraryInput => ({
    name: `an example that ${description}`,
    run: (folder) => {
      writeFiles(folder, { 'e.json': json });
      return synthesizeModel(classifier({ examples: [ModelExample.fromFile(path.join(folder, 'e.json'))] }));
    },
  })),
  ...Object.entries(CONFIG_TEXTS).map(([description, text]): LibraryInput => ({
    name: `a model of the library whose config.pbtxt ${description}`,
    run: (folder) => {
      writeFiles(folder, {
        'm/config.pbtxt':
          `${CONFIG}`.replace('backend: "onnxruntime"\n', '') +
          text +
          (text.includes('backend') ? '' : 'backend: "onnxruntime"'),
        'm/1/model.py': 'class TritonPythonModel:\n  pass\n',
        'm/1/model.onnx': 'x',
      });
      return synthesizeModel(TritonModel.fromDirectory(path.join(folder, 'm')));
    },
  })),
  {
    name: 'a model of the library that links to a different folder',
    mustBeRejected: true,
    run: (folder) => {
      writeFiles(folder, { 'm/config.pbtxt': CONFIG, 'm/1/keep': '', 'elsewhere/secret': 'secret' });
      createLink(path.join(folder, 'm/1/model.onnx'), '../../elsewhere/secret');
      return synthesizeModel(TritonModel.fromDirectory(path.join(folder, 'm')));
    },
  },
  {
    name: 'a model of the library with a pipe',
    mustBeRejected: true,
    run: (folder) => {
      writeFiles(folder, { 'm/config.pbtxt': CONFIG, 'm/1/model.onnx': 'x' });
      createPipe(path.join(folder, 'm/1/pipe'));
      return synthesizeModel(TritonModel.fromDirectory(path.join(folder, 'm')));
    },
  },
  {
    name: 'a model of the library with a file of 300 GB',
    run: (folder) => {
      writeFiles(folder, { 'm/config.pbtxt': CONFIG });
      createSparseFile(path.join(folder, 'm/1/model.onnx'), 300 * 2 ** 30);
      return ModelFiles.fromDirectory(path.join(folder, 'm')) && TritonModel.fromDirectory(path.join(folder, 'm')).name;
    },
  },
  ...[
    '/dev/zero',
    '/dev/null',
    '/proc/self/mem',
    '/proc/self/environ',
    '/',
    '',
    'x'.repeat(100_000),
    'a\0b',
    '\u001b[2J',
  ].flatMap((file): LibraryInput[] => [
    {
      name: `ModelConfig.fromFile of ${JSON.stringify(file.slice(0, 30))}`,
      run: () => ModelConfig.fromFile(file).toText().length,
      mustBeRejected: file !== '/dev/null',
    },
    {
      name: `ModelFiles.fromDirectory of ${JSON.stringify(file.slice(0, 30))}`,
      run: () =>
        file !== '/' &&
        synthesizeModel(
          new TritonModel({
            ...{ name: 'm', backend: Backend.ONNXRUNTIME, maxBatchSize: 0, inputs: [], outputs: [] },
            files: ModelFiles.fromDirectory(file),
          }),
        ),
    },
    {
      name: `ModelExample.fromFile of ${JSON.stringify(file.slice(0, 30))}`,
      run: () => ModelExample.fromFile(file),
      mustBeRejected: true,
    },
    {
      name: `CapacityPlanner.fromLatencyTableCsv of ${JSON.stringify(file.slice(0, 30))}`,
      run: () => CapacityPlanner.fromLatencyTableCsv(file),
      mustBeRejected: true,
    },
    {
      name: `CapacityPlanner.fromInferenceRecommenderCsv of ${JSON.stringify(file.slice(0, 30))}`,
      run: () => CapacityPlanner.fromInferenceRecommenderCsv(file),
      // /proc/self/environ may be valid: it is one line, so it is a table with a header but without rows.
      mustBeRejected: !['/dev/null', '/proc/self/environ'].includes(file),
    },
  ]),
];
