import {
  Backend,
  Ensemble,
  ModelFiles,
  PythonPackages,
  Tensor,
  TritonModel,
  TritonModelOverrides,
} from '../../lib/model';
import { folderWith } from './folders';

const folder = folderWith({ '1/model.py': 'class TritonPythonModel: pass', 'requirements.txt': '', 'other.txt': '' });
const packages = PythonPackages.fromRequirements(`${folder}/requirements.txt`);

function pythonModel(name: string, overrides: TritonModelOverrides = {}): TritonModel {
  return new TritonModel({
    name,
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(folder),
    inputs: [Tensor.fp32('x', [1])],
    outputs: [Tensor.fp32('y', [1])],
    ...overrides,
  });
}

function ensembleOf(models: TritonModel[], pythonPackages?: PythonPackages): TritonModel {
  const steps = models.map((model, step) => ({
    model,
    inputMap: { x: `tensor-${step}` },
    outputMap: { y: `tensor-${step + 1}` },
  }));
  return new TritonModel({
    name: 'ensemble',
    backend: Backend.ENSEMBLE,
    inputs: [Tensor.fp32('tensor-0', [1])],
    outputs: [Tensor.fp32(`tensor-${models.length}`, [1])],
    ensemble: Ensemble.of(steps),
    pythonPackages,
  });
}

test('the packages of an ensemble are those of its Python models', () => {
  const ensemble = ensembleOf([pythonModel('first'), pythonModel('second')], packages);
  expect(ensemble.members.map(({ pythonPackages }) => pythonPackages)).toEqual([packages, packages]);
  expect(ensemble._packageEntries()).toEqual([]);
});

test('also of the Python models of an ensemble in the ensemble', () => {
  const inner = ensembleOf([pythonModel('first')]);
  expect(inner.members[0].pythonPackages).toBeUndefined();
  const [member] = ensembleOf([inner.withOverrides({ name: 'inner' })], packages).members;
  expect(member.members.map(({ pythonPackages }) => pythonPackages)).toEqual([packages]);
});

test('an ensemble in the ensemble without such models gets no packages', () => {
  const onnx = new TritonModel({
    name: 'onnx',
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(folder),
    inputs: [Tensor.fp32('x', [1])],
    outputs: [Tensor.fp32('y', [1])],
  });
  const inner = ensembleOf([onnx]).withOverrides({ name: 'inner' });
  const outer = ensembleOf([pythonModel('first'), inner], packages);
  expect(outer.members.map(({ pythonPackages }) => pythonPackages)).toEqual([packages, undefined]);
});

test('a model that is used with and without packages is an error', () => {
  const shared = pythonModel('shared');
  const caller = pythonModel('caller', { members: [shared, ensembleOf([shared], packages)] });
  const findings = caller.validate().filter(({ ruleId }) => ruleId === 'ens.member-name');
  expect(findings.map(({ field, message }) => [field, message])).toEqual([
    ['members', "uses the model 'shared' with and without pythonPackages, or with different ones; use the same model"],
  ]);
});

test('a model with packages or an environment of its own keeps them', () => {
  const own = PythonPackages.fromRequirements(`${folder}/other.txt`);
  const withPackages = pythonModel('own', { pythonPackages: own });
  const withEnvironment = pythonModel('environment', { parameters: { EXECUTION_ENV_PATH: '/opt/environment' } });
  const { members } = ensembleOf([withPackages, withEnvironment], packages);
  expect(members.map(({ pythonPackages }) => pythonPackages)).toEqual([own, undefined]);
});

test('an ensemble without a model that uses the packages is an error', () => {
  const withEnvironment = pythonModel('environment', { parameters: { EXECUTION_ENV_PATH: '/opt/environment' } });
  const findings = ensembleOf([withEnvironment], packages).validate();
  expect(
    findings.filter(({ ruleId }) => ruleId === 'py.packages').map(({ field, message }) => [field, message]),
  ).toEqual([
    [
      'pythonPackages',
      'got packages, but no model of the ensemble is a Python model without packages or an environment of its own',
    ],
  ]);
});
