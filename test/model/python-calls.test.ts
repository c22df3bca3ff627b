import { ValidateOptions } from '../../lib/model-config';
import { TritonModel } from '../../lib/model';
import { folderWith } from './folders';

const WARMUP =
  'model_warmup { name: "w" batch_size: 1 inputs { key: "x" value { data_type: TYPE_FP32 dims: [ 4 ] zero_data: true } } }';
const CONFIG = `
  name: "pipeline" backend: "python"
  input { name: "x" data_type: TYPE_FP32 dims: [ 4 ] }
  output { name: "y" data_type: TYPE_FP32 dims: [ 4 ] }`;
const CALL = 'pb_utils.InferenceRequest(model_name="encoder", inputs=[x], requested_output_names=["y"])';

const withMethods = (methods: Record<string, string>) =>
  ['import triton_python_backend_utils as pb_utils', 'class TritonPythonModel:']
    .concat(Object.entries(methods).map(([name, body]) => `  def ${name}(self, x):\n    ${body}`))
    .join('\n');

function findings(code: string, config = '', files: Record<string, string> = {}): string[] {
  const options: ValidateOptions = { tritonRelease: '24.09' };
  return TritonModel.fromDirectory(folderWith({ 'config.pbtxt': CONFIG + config, '1/model.py': code, ...files }))
    .validate(options)
    .filter(({ ruleId }) => ruleId === 'py.call-at-load')
    .map(({ severity, field, message }) => `${severity} ${field}: ${message}`);
}

describe('a Python model that calls a model', () => {
  test.each<[string, Record<string, string>]>([
    ['execute', { execute: `${CALL}.exec()` }],
    ['a function that execute calls', { execute: 'return self.call(x)', call: `q = ${CALL}\n    return q.exec()` }],
    ['asynchronous code', { execute: `return [q.async_exec() for q in [${CALL}]]` }],
  ])('in %s has a warning if it has a warmup', (_, methods) => {
    expect(findings(withMethods(methods), WARMUP)).toEqual([
      "warning warmup (model_warmup): model.py calls a model in execute, which Triton runs for the warmup before the server is ready: the call fails with 'Server not ready', " +
        'and the model does not load; remove model_warmup, or set it for the called model',
    ]);
    expect(findings(withMethods(methods))).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['initialize', { initialize: `${CALL}.exec()` }],
    ['initialize', { initialize: 'self.warm()', warm: `for q in [${CALL}]: q.exec()` }],
    ['initialize', { initialize: `def call():\n      return ${CALL}.exec()\n    self.y = call()` }],
    ['auto_complete_config', { auto_complete_config: `${CALL}.exec()` }],
  ])('in %s has a warning', (method, methods) => {
    expect(findings(withMethods({ ...methods, execute: 'return x' }))).toEqual([
      `warning files: model.py calls a model in ${method}, which the Python backend supports only in execute: the call fails, and the model does ` +
        'not load; call the model in execute',
    ]);
  });

  test.each<[string, Record<string, string>]>([
    ['creates requests in initialize', { initialize: `self.q = ${CALL}`, execute: 'self.q.exec()' }],
    [
      'calls it in a thread that initialize starts',
      { initialize: 'Thread(target=self.call).start()', call: `${CALL}.exec()` },
    ],
    ['calls it when the model is unloaded', { finalize: `${CALL}.exec()` }],
    ['runs code', { initialize: 'exec("x = 1")', execute: `${CALL}.exec()` }],
    ['calls a method of an object', { initialize: 'self.cache.call()', call: `${CALL}.exec()` }],
  ])('and %s has no warning', (_, methods) => {
    expect(findings(withMethods(methods))).toEqual([]);
  });

  test('only in a version that is not loaded has no warning', () => {
    const code = withMethods({ execute: `${CALL}.exec()` });
    expect(findings('class TritonPythonModel: pass', WARMUP, { '1/model.py': code, '2/model.py': 'import x' })).toEqual(
      [],
    );
  });
});

test('a Python model with a warmup that calls no model has no warning', () => {
  expect(findings(withMethods({ execute: 'return self.session.exec(x)' }), WARMUP)).toEqual([]);
});
