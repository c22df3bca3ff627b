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
