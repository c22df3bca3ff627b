import * as fs from 'node:fs';
import * as path from 'node:path';
import { field } from './bytes';
import { writeFiles } from './files';
import { HostileInput, TRITON_CHECK } from './hostile-run';

/** Model repositories that could make a checking program hang or run out of memory. */

const TENSORS = `input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
`;
const PYTHON = `backend: "python"\nmax_batch_size: 8\n${TENSORS}`;
const CODE = 'import numpy\nclass TritonPythonModel:\n    def execute(self, requests): return []\n';

/** Writes an ONNX model. */
function writeOnnxModel(folder: string, model: Buffer, config = TENSORS): void {
  writeFiles(folder, { 'm/config.pbtxt': `platform: "onnxruntime_onnx"\n${config}`, 'm/1/model.onnx': model });
}

/** Writes only the configuration of a model. */
function writeConfig(folder: string, config: string): void {
  writeFiles(folder, { 'm/config.pbtxt': config });
}

/** Joins the texts for the indexes from 0 to the count (exclusive). */
const repeatText = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

function createFolders(folder: string, names: string[]): void {
  for (const name of names) fs.mkdirSync(path.join(folder, name), { recursive: true });
}

const ensemble = (steps: string, tensors = TENSORS): string =>
  `platform: "ensemble"\nmax_batch_size: 8\n${tensors}ensemble_scheduling {\n${steps}}\n`;
const step = (model: string, inputs: string[], outputs: string[]): string =>
  `step { model_name: "${model}" model_version: -1 ` +
  inputs.map((name, index) => `input_map { key: "x${index}" value: "${name}" } `).join('') +
  outputs.map((name, index) => `output_map { key: "y${index}" value: "${name}" } `).join('') +
  '}\n';
/** Creates an item for each index from 0 to the count (exclusive). */
const repeatItem = <T>(count: number, createItem: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => createItem(index));

/** Functions that write a hostile model repository to a folder. */
export const REPOSITORIES: Record<string, (folder: string) => void> = {
  'ONNX with 100,000 inputs, none of them in config.pbtxt': (folder) =>
    writeOnnxModel(
      folder,
      field(
        7,
        Buffer.concat(
          repeatItem(100_000, (index) => `i${index}`).map((name) =>
            field(11, Buffer.concat([field(1, Buffer.from(name)), field(2, field(1, Buffer.from([0x08, 0x01])))])),
          ),
        ),
      ),
      repeatText(18_000, (index) => `input { name: "j${index}" data_type: TYPE_FP32 dims: 4 }\n`),
    ),
  '100,000 preferred batch sizes': (folder) =>
    writeConfig(
      folder,
      `${PYTHON}dynamic_batching { preferred_batch_size: [ ${repeatItem(100_000, String).join(', ')} ] }`,
    ),
  'a product of 20,000 dimensions': (folder) =>
    writeConfig(
      folder,
      `backend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: [ ${'9223372036854775807,'.repeat(20_000)}1 ] reshape { shape: [ ${'9223372036854775806,'.repeat(20_000)}1 ] } }\n`,
    ),
  'an ensemble of a chain of 8,000 steps in reverse order': (folder) =>
    writeFiles(folder, {
      'e/config.pbtxt': ensemble(
        repeatItem(8_000, (index) => step('m', [`t${8_000 - index}`], [`t${8_001 - index}`])).join(''),
      ),
      'm/config.pbtxt': PYTHON,
      'm/1/model.py': CODE,
    }),
  'an ensemble of 7,000 missing models, next to 2,000 models with similar names': (folder) =>
    writeFiles(folder, {
      'e/config.pbtxt': ensemble(
        repeatItem(7_000, (index) => step(`some-model-with-a-long-name-${index}`, ['x'], [`y${index}`])).join(''),
      ),
      ...Object.fromEntries(
        repeatItem(2_000, (index) => `some-model-with-a-name-${index}/config.pbtxt`).map((name) => [name, PYTHON]),
      ),
    }),
  '300 ensembles that each call all 300 ensembles': (folder) =>
    writeFiles(
      folder,
      Object.fromEntries(
        repeatItem(300, () =>
          ensemble(repeatItem(300, (other) => step(`e${other}`, ['x'], [`y${other}`])).join('')),
        ).map((text, index) => [`e${index}/config.pbtxt`, text]),
      ),
    ),
  '20,000 version folders': (folder) => {
    writeConfig(folder, `platform: "onnxruntime_onnx"\nversion_policy { all {} }\n${TENSORS}`);
    createFolders(
      path.join(folder, 'm'),
      repeatItem(20_000, (index) => String(index + 1)),
    );
    for (let version = 1; version <= 20_000; version += 5)
      fs.writeFileSync(path.join(folder, 'm', String(version), 'other.onnx'), 'x');
  },
  'an engine whose description has 800 profiles': (folder) => {
    const inputs = Object.fromEntries(
      repeatItem(20, (index) => [`i${index}`, { min: [1], opt: [1], max: [1] }] as const),
    );
    writeFiles(folder, {
      'm/config.pbtxt': `platform: "tensorrt_plan"\n${repeatText(1_000, (index) => `instance_group { kind: KIND_GPU profile: "${index * 7}" }\n`)}`,
      'm/1/model.plan': 'x',
      'm/1/model.plan.json': JSON.stringify({ inputs: [], outputs: [], profiles: Array(800).fill(inputs) }).slice(
        0,
        1_000_000,
      ),
    });
  },
};

export const repositories: HostileInput[] = Object.entries(REPOSITORIES).map(([name, write]) => ({
  name: `a repository with ${name}`,
  write,
  args: (folder) => [folder],
  program: TRITON_CHECK,
}));
