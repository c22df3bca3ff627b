import { TritonModel } from '../../lib/model';
import { folderWith } from './folders';

function findings(code: string): string[] {
  const folder = folderWith({ 'config.pbtxt': 'name: "m" backend: "python"', '1/model.py': code });
  return TritonModel.fromDirectory(folder)
    .validate({ tritonRelease: '24.10' })
    .filter(({ ruleId }) => ruleId === 'py.class')
    .map(({ severity, message }) => `${severity}: ${message}`);
}

test('a Python file without the class TritonPythonModel is rejected', () => {
  expect(findings('class Model:\n    def execute(self, requests): ...\n')).toEqual([
    'error: got 1/model.py without the class TritonPythonModel; the Python backend creates an object of this class and calls its method execute: define it',
  ]);
});

test.each([
  ['defines the class', 'class TritonPythonModel:\n    def execute(self, requests): ...\n'],
  ['imports the class', 'from common import TritonPythonModel\n'],
  ['imports all names of a module', 'from common import *\n'],
  ['is a placeholder', 'x'],
])('a Python file that %s is accepted', (_, code) => {
  expect(findings(code)).toEqual([]);
});

describe('data types and dims that config.pbtxt lacks', () => {
  const CONFIG = `name: "m" backend: "python" max_batch_size: 8
    input { name: "x" data_type: TYPE_FP32 } output { name: "y" dims: [ 1 ] }`;
  const METHOD = '    @staticmethod\n    def auto_complete_config(config):\n        return config\n';
  const CODE = 'class TritonPythonModel:\n    def execute(self, requests): ...\n';

  function missing(...versions: string[]): string[] {
    const files = versions.map((code, index): [string, string] => [`${index + 1}/model.py`, code]);
    return TritonModel.fromDirectory(folderWith({ 'config.pbtxt': CONFIG, ...Object.fromEntries(files) }))
      .validate({ tritonRelease: '24.10' })
      .filter(({ ruleId }) => ['io.dtype', 'io.dims'].includes(ruleId))
      .map(({ severity, ruleId, field, message }) => `${severity} ${ruleId}: ${field}: ${message}`);
  }

  test('are errors if the class has no method that adds them', () => {
    const reason = '1/model.py has no method auto_complete_config that adds it';
    const errors = [
      `error io.dtype: outputs[0].dataType (output[0].data_type): output 'y' needs a data_type, e.g. TYPE_FP32; ${reason}`,
      `error io.dims: inputs[0].dims (input[0].dims): input 'x' needs dims (without the batch dimension), e.g. [ 1 ]; ${reason}`,
    ];
    expect(missing(CODE)).toEqual(errors);
    expect(missing(CODE.replace(':', '(object):'))).toEqual(errors);
  });

  test.each([
    ['has this method', CODE + METHOD],
    ['inherits methods', CODE.replace(':', '(Base):')],
    ['has a decorator', `@complete\n${CODE}`],
    ['is imported', 'from common import *\n'],
  ])('are warnings if the class %s', (_, code) => {
    expect(missing(code)).toEqual([
      expect.stringMatching(/^warning io.dtype: .* e.g. TYPE_FP32$/),
      expect.stringMatching(/^warning io.dims: /),
    ]);
  });

  test('are warnings if the code of a loaded version can add them', () => {
    const folder = folderWith({
      'config.pbtxt': `${CONFIG} version_policy { all { } }`,
      '1/model.py': CODE,
      '2/model.py': CODE + METHOD,
    });
    const severities = TritonModel.fromDirectory(folder)
      .validate({ tritonRelease: '24.10' })
      .filter(({ ruleId }) => ruleId.startsWith('io.'))
      .map(({ severity }) => severity);
    expect(severities).toEqual(['warning', 'warning']);
  });
});
