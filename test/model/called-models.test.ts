import { calledModelsIn } from '../../lib/model/files/called-models';

/** A model.py whose method `execute` calls a model. */
function modelPy(name: string, { before = '', inClass = '', inExecute = '' } = {}): string {
  const lines = [`class TritonPythonModel:`, inClass, `  def execute(self, requests):`, inExecute];
  return [before, ...lines, `    pb_utils.InferenceRequest(model_name=${name}, inputs=[x]).exec()`].join('\n');
}

describe('the models that Python code calls', () => {
  test.each<[string, string, string[]]>([
    ['in the call', modelPy('"a"'), ['a']],
    ['of two alternatives', modelPy('"a" if fast else ("b" or "c")'), ['a', 'b', 'c']],
    ['in a constant of the module', modelPy('A', { before: 'A = "a"' }), ['a']],
    ['in an annotated constant', modelPy('A', { before: 'A: str = "a"' }), ['a']],
    ['in a constant of a different file', modelPy('names.A', { before: 'import names' }) + '\n\nA = "a"', ['a']],
    ['in an attribute of the class', modelPy('self.a', { inClass: '  a = "a"' }), ['a']],
    ['in an attribute of the class, by its name', modelPy('TritonPythonModel.a', { inClass: '  a = "a"' }), ['a']],
    ['in an attribute', modelPy('self.a', { inClass: '  def initialize(self, args):\n    self.a = "a"' }), ['a']],
    ['in a variable', modelPy('a', { inExecute: '    a = "a"\n    if fast: a = "b"' }), ['a', 'b']],
    ['in branches', modelPy('a', { inExecute: '    if fast:\n      a = "a"\n    else:\n      a = "b"' }), ['a', 'b']],
    ['in an f-string', modelPy('f"{A}_{self.b}"', { before: 'A = "a"', inClass: '  b = "b"' }), ['a_b']],
    ['in a sum', modelPy('"a_" + B', { before: 'B = "b"' }), ['a_b']],
    ['in adjacent texts', modelPy('("a_"\n  r"b")'), ['a_b']],
    ['in a list', modelPy('NAMES[0]', { before: 'NAMES = [\n  "a",  # one\n  "b",\n]' }), ['a', 'b']],
    ['in a dictionary', modelPy('self.a["x"]', { inClass: '  a = {"x": "a", "y": "b"}' }), ['a', 'b']],
    ['in a loop', modelPy('a', { inExecute: '    for a in ("a", "b"):\n      pass' }), ['a', 'b']],
    [
      'in arguments',
      modelPy('name', { inClass: '  def x(self):\n    self.execute("a")' }).replace('requests', 'name, x=1') +
        '\n    self.execute(x=2, name="b")\n',
      ['a', 'b'],
    ],
    ['in the default of a parameter', modelPy('name').replace('requests', 'name: str = "a"'), ['a']],
  ])('can be named %s', (_, code, names) => {
    expect(calledModelsIn(code)).toEqual({ names, hasUnknownNames: false });
  });

  test.each<[string, string, string[]]>([
    ['the request', modelPy('get_input(request, "MODEL_NAME").as_numpy()[0].decode()'), []],
    ['a part of the request', modelPy('f"a_{request.key()}"'), []],
    ['a parameter of the model', modelPy('self.a', { inClass: '  def f(self, args):\n    self.a = args["a"]' }), []],
    ['a function without a caller', modelPy('requests'), []],
    ['different code', modelPy('name'), []],
    ['a loop over requests', modelPy('a', { inExecute: '    for a in requests:\n      pass' }), []],
    ['a constant or the request', modelPy('request.name() or "a"'), ['a']],
    ['a dictionary of arguments', 'k = dict(model_name="a")\npb_utils.InferenceRequest(**k)', ['a']],
    ['names that refer to each other', modelPy('a', { inExecute: '    a = b\n    b = "a" if fast else a' }), ['a']],
    ['a name that refers to itself', modelPy('A', { before: 'A = B\nB = A' }), []],
    ['an object with an attribute', modelPy('request.a', { inClass: '  a = "a"' }), []],
    ['an attribute of an attribute', modelPy('self.b.a', { inClass: '  a = "a"' }), []],
    ['a method of a text', modelPy('"A".lower()'), []],
  ])('can have names that are not in the code: from %s', (_, code, names) => {
    expect(calledModelsIn(code)).toEqual({ names, hasUnknownNames: true });
  });

  test.each([
    ['comments', '# pb_utils.InferenceRequest(model_name="b")'],
    ['text', 'help = """pb_utils.InferenceRequest(model_name="b")"""'],
    ['a variable of a different function', 'def f():\n  A = "b"'],
  ])('are not read from %s', (_, code) => {
    expect(calledModelsIn(modelPy('A', { before: `A = "a"\n${code}` })).names).toEqual(['a']);
  });

  test('do not exist without calls', () => {
    expect(calledModelsIn('client.infer(model_name="a")')).toEqual({ names: [], hasUnknownNames: false });
  });

  test('are read within a limited time from code whose names have many values', () => {
    const names = Array.from({ length: 40 }, (_, index) => `A${index + 1} = A${index} + A${index} if x else A${index}`);
    const code = modelPy('A40', { before: `A0 = "a" if x else "b"\n${names.join('\n')}` });
    expect(calledModelsIn(code).hasUnknownNames).toBe(true);
  });
});
