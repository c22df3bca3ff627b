import * as fs from 'fs';
import * as path from 'path';
import { TritonModel } from '../../lib';
import { readLightgbmText, readXgboost } from '../../lib/model/folder/readers/tree-model';
import { folderWith } from './folders';

/** Creates an XGBoost file in which the parameters follow the trees. */
function xgboost({ features = 4, classes = 0, targets = 1 } = {}): string {
  const parameters = `"base_score":"5E-1","num_class":"${classes}","num_feature":"${features}","num_target":"${targets}"`;
  const tree = '"learner":{"gradient_booster":{"model":{"trees":[{"tree_param":{"num_feature":"9"}}]}}';
  return `{${tree},"learner_model_param":{${parameters}},"objective":{"name":"x"}},"version":[2,1,1]}`;
}

function lightgbm({ features = 4, classes = 1 } = {}): string {
  return `tree\nversion=v4\nnum_class=${classes}\nlabel_index=0\nmax_feature_idx=${features - 1}\nfeature_names=a b c d\n\nTree=0\nnum_class=7\n`;
}

interface Config {
  readonly input?: string;
  readonly output?: string;
  readonly parameters?: Record<string, string>;
  readonly type?: string;
  readonly batch?: number;
}

/** Returns the findings of the rules fil.features, fil.classes and fil.targets for a tree model. */
function findingsOf(file: string, content: string | Buffer, config: Config = {}): string[] {
  const { input = '4', output = '1', type = 'xgboost_json', batch = 8 } = config;
  const parameters = { model_type: type, is_classifier: 'false', ...config.parameters };
  const text = [
    `backend: "fil" max_batch_size: ${batch}`,
    `input { name: "input__0" data_type: TYPE_FP32 dims: [ ${input} ] }`,
    `output { name: "output__0" data_type: TYPE_FP32 dims: [ ${output} ] }`,
    ...Object.entries(parameters).map(
      ([key, value]) => `parameters { key: "${key}" value { string_value: "${value}" } }`,
    ),
  ].join('\n');
  return TritonModel.fromDirectory(folderWith({ [`1/${file}`]: content, 'config.pbtxt': text }))
    .validate({ tritonRelease: '25.09' })
    .filter(({ ruleId }) => ['fil.features', 'fil.classes', 'fil.targets'].includes(ruleId))
    .map(({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

const LIGHTGBM = { type: 'lightgbm' };
const CLASSIFIER = { is_classifier: 'true', threshold: '0.5' };
const PROBABILITIES = { ...CLASSIFIER, predict_proba: 'true' };

describe('the number of features in a row', () => {
  test('is rejected if it is too small, because the backend reads beyond the request', () => {
    expect(findingsOf('xgboost.json', xgboost(), { input: '3' })).toEqual([
      'error fil.features inputs[0].dims (input[0].dims): got [3]; allowed: 4 for each row, as in 1/xgboost.json, which has 4 features: with 3, the FIL backend reads beyond the request',
    ]);
    expect(findingsOf('model.txt', lightgbm(), { ...LIGHTGBM, input: '3' })).toHaveLength(1);
  });

  test('results in a warning if it is too large, because requests with one row still succeed', () => {
    expect(findingsOf('model.txt', lightgbm(), { ...LIGHTGBM, input: '5' })).toEqual([
      expect.stringMatching(/^warning fil\.features .*got \[5\]; allowed: 4 for each row/),
    ]);
  });

  test('is accepted if it matches, is variable, or is not known from the file', () => {
    expect(findingsOf('xgboost.json', xgboost())).toEqual([]);
    expect(findingsOf('xgboost.json', xgboost(), { input: '2, 2' })).toEqual([]);
    expect(findingsOf('xgboost.json', xgboost(), { batch: 0, input: '-1, 4', output: '-1, 1' })).toEqual([]);
    expect(findingsOf('xgboost.json', xgboost(), { input: '-1' })).toEqual([]);
    expect(findingsOf('xgboost.json', '{"learner":{}}', { input: '3' })).toEqual([]);
    expect(findingsOf('xgboost.ubj', 'binary', { type: 'xgboost_ubj', input: '3' })).toEqual([]);
  });
});

describe('the number of values in a response', () => {
  test('is rejected if it is smaller than the number of classes, because the backend writes beyond the response', () => {
    const classes = xgboost({ classes: 3 });
    expect(findingsOf('xgboost.json', classes, { parameters: PROBABILITIES, output: '2' })).toEqual([
      'error fil.classes outputs[0].dims (output[0].dims): got [2]; allowed: 3 for each row, as in 1/xgboost.json, which has 3 classes for each row: with 2, the FIL backend writes beyond the response',
    ]);
    expect(findingsOf('xgboost.json', classes, { parameters: PROBABILITIES, output: '3' })).toEqual([]);
    expect(findingsOf('model.txt', lightgbm({ classes: 3 }), { ...LIGHTGBM, parameters: PROBABILITIES })).toHaveLength(
      1,
    );
  });

  test('results in a warning if it exceeds 1 for a classifier that returns only the class', () => {
    expect(findingsOf('xgboost.json', xgboost({ classes: 3 }), { parameters: CLASSIFIER, output: '3' })).toEqual([
      expect.stringMatching(/^warning fil\.classes .*: got \[3\]; allowed: 1 for each row/),
    ]);
    expect(findingsOf('xgboost.json', xgboost({ classes: 3 }), { parameters: CLASSIFIER })).toEqual([]);
  });

  test('is 1 or 2 for the probabilities of two classes', () => {
    for (const output of ['1', '2']) {
      expect(findingsOf('xgboost.json', xgboost(), { parameters: PROBABILITIES, output })).toEqual([]);
    }
    expect(findingsOf('xgboost.json', xgboost(), { parameters: PROBABILITIES, output: '3' })).toHaveLength(1);
  });

  test('is not compared if the model is not a classifier', () => {
    expect(findingsOf('xgboost.json', xgboost({ classes: 3 }))).toEqual([]);
  });
});

/** The end of an XGBoost file in UBJSON. */
function ubjson({ features = 4, targets = 1 } = {}): Buffer {
  const length = (text: string): string => `L\0\0\0\0\0\0\0${String.fromCharCode(text.length)}${text}`;
  const parameters = { num_class: '0', num_feature: `${features}`, num_target: `${targets}` };
  const pairs = Object.entries(parameters).map(([key, value]) => `${length(key)}S${length(value)}`);
  return Buffer.from(`{${length('learner')}{${length('learner_model_param')}{${pairs.join('')}}}}`, 'latin1');
}

/** The header of an XGBoost file in the old binary format. */
function xgboostBinary({ features = 4, targets = 1 } = {}): Buffer {
  const header = Buffer.alloc(140);
  header.write('binf');
  header.writeInt32LE(features, 8);
  header.writeInt32LE(targets, 32);
  return header;
}

/** The header of a checkpoint of Treelite. */
function checkpoint({ features = 4, targets = 1, release = 4 } = {}): Buffer {
  const header = Buffer.alloc(64);
  header.writeInt32LE(release, 0);
  header.writeInt32LE(features, 22);
  header.writeInt32LE(targets, 28);
  return header;
}

describe('the number of targets', () => {
  const UBJSON = { type: 'xgboost_ubj' };
  const TREELITE = { type: 'treelite_checkpoint' };

  test('is rejected if it is not 1, in each format', () => {
    expect(findingsOf('xgboost.json', xgboost({ targets: 2 }), { output: '2' })).toEqual([
      'error fil.targets files: got 1/xgboost.json with 2 targets (num_target); allowed: 1, because the FIL backend supports no multi-target models; train one model for each target and call them in an ensemble, or serve the model with the python backend',
    ]);
    expect(findingsOf('xgboost.ubj', ubjson({ targets: 12 }), UBJSON)).toEqual([
      expect.stringContaining('got 1/xgboost.ubj with 12 targets'),
    ]);
    expect(findingsOf('xgboost.model', xgboostBinary({ targets: 2 }), { type: 'xgboost' })).toEqual([
      expect.stringContaining('got 1/xgboost.model with 2 targets'),
    ]);
    expect(findingsOf('checkpoint.tl', checkpoint({ targets: 3 }), TREELITE)).toEqual([
      expect.stringContaining('got 1/checkpoint.tl with 3 targets'),
    ]);
  });

  test('is accepted if it is 1, or is not in the file', () => {
    expect(findingsOf('xgboost.json', xgboost())).toEqual([]);
    expect(findingsOf('xgboost.json', xgboost().replace(/,"num_target":"1"/, ''))).toEqual([]);
    expect(findingsOf('xgboost.ubj', ubjson(), UBJSON)).toEqual([]);
    expect(findingsOf('xgboost.model', xgboostBinary({ targets: 0 }), { type: 'xgboost' })).toEqual([]);
    expect(findingsOf('xgboost.model', 'a model'.repeat(9), { type: 'xgboost' })).toEqual([]);
    expect(findingsOf('checkpoint.tl', checkpoint(), TREELITE)).toEqual([]);
    expect(findingsOf('checkpoint.tl', checkpoint({ targets: 3, release: 3 }), TREELITE)).toEqual([]);
    expect(findingsOf('checkpoint.tl', Buffer.alloc(8), TREELITE)).toEqual([]);
  });

  test('is read with the number of features', () => {
    expect(findingsOf('xgboost.ubj', ubjson(), { ...UBJSON, input: '3' })).toEqual([
      expect.stringMatching(/^error fil\.features /),
    ]);
    expect(findingsOf('xgboost.model', xgboostBinary(), { type: 'xgboost', input: '3' })).toHaveLength(1);
    expect(findingsOf('checkpoint.tl', checkpoint(), { ...TREELITE, input: '3' })).toEqual([
      expect.stringMatching(/^error fil\.features /),
    ]);
  });
});

test.each([
  ['lightgbm-scores', { featureCount: 4, classCount: 3 }],
  ['xgboost-classes', { featureCount: 4, targetCount: 1, classCount: 3 }],
  ['xgboost-threshold', { featureCount: 4, targetCount: 1, classCount: 1 }],
])('the numbers of features and classes are read from %s, which XGBoost or LightGBM wrote', (name, expected) => {
  const folder = path.join(__dirname, 'tree-files', name);
  const read = name.startsWith('xgboost') ? readXgboost : readLightgbmText;
  const [file] = fs.readdirSync(folder);
  expect(read(path.join(folder, file))).toEqual(expected);
});

describe('a file in a format other than that of model_type', () => {
  const UBJSON = Buffer.from('{L\0\0\0\0\0\0\0\x07learner{', 'latin1');
  /** Returns the messages of the rule files.format. */
  const formatFindings = (type: string, file: string, content: string | Buffer, tritonRelease = '26.05'): string[] => {
    const text = `backend: "fil" max_batch_size: 8
      input { name: "input__0" data_type: TYPE_FP32 dims: [ 2 ] } output { name: "output__0" data_type: TYPE_FP32 dims: [ 1 ] }
      parameters { key: "model_type" value { string_value: "${type}" } } parameters { key: "output_class" value { string_value: "false" } }`;
    return TritonModel.fromDirectory(folderWith({ [`1/${file}`]: content, 'config.pbtxt': text }))
      .validate({ tritonRelease })
      .filter(({ ruleId }) => ruleId === 'files.format')
      .map(({ message }) => message);
  };

  test('is rejected with the model_type for the format', () => {
    expect(formatFindings('xgboost', 'xgboost.model', UBJSON)).toEqual([
      "got 1/xgboost.model, which is an XGBoost model in UBJSON; with model_type 'xgboost', the fil backend reads XGBoost's binary format, which XGBoost 3.1 no longer writes; " +
        "rename the file to xgboost.ubj and set model_type to 'xgboost_ubj'",
    ]);
    expect(formatFindings('xgboost_json', 'xgboost.json', UBJSON, '24.09')).toEqual([
      "got 1/xgboost.json, which is an XGBoost model in UBJSON; with model_type 'xgboost_json', the fil backend reads JSON; " +
        "save the model with save_model('xgboost.json') and model_type 'xgboost_json', or with save_model('model.txt') and 'lightgbm'",
    ]);
    expect(formatFindings('xgboost_ubj', 'xgboost.ubj', xgboost())).toEqual([
      expect.stringContaining("rename the file to xgboost.json and set model_type to 'xgboost_json'"),
    ]);
    expect(formatFindings('treelite_checkpoint', 'checkpoint.tl', lightgbm())).toEqual([
      expect.stringContaining("rename the file to model.txt and set model_type to 'lightgbm'"),
    ]);
    expect(formatFindings('lightgbm', 'model.txt', Buffer.from('\x80\x04\x95 pickle', 'latin1'))).toEqual([
      expect.stringContaining('which is a Python pickle'),
    ]);
  });

  test.each([
    ['xgboost', 'xgboost.model', Buffer.from('\0\0\0?\x04', 'latin1')],
    ['xgboost_ubj', 'xgboost.ubj', UBJSON],
    ['xgboost_json', 'xgboost.json', xgboost()],
    ['lightgbm', 'model.txt', lightgbm()],
    ['treelite_checkpoint', 'checkpoint.tl', Buffer.from([4, 0, 0, 0])],
  ])('is not found for model_type %s in the file %s', (type, file, content) => {
    expect(formatFindings(type, file, content)).toEqual([]);
  });
});
