import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockPackages } from '../../cli/lock-packages/lock-packages';
import { inspectInterpreter } from '../../cli/local/interpreter';
import { repositoryFiles } from '../../lib/artifacts/model-repository';
import { Backend, DataType, ModelFiles, PythonPackages, Tensor, TritonModel } from '../../lib/model';
import { RealServer } from '../endpoint/server-metrics/real-server';
import { findInstallation } from '../oracle/server/installation';
import { folderWith } from './folders';
import { RUNS_ALL } from '../setup/proof';

// The real server finds packages from PyPI where the library puts them: in the version folders, without an environment.

/** Answers with the versions of the modules, and the folders that contain them. */
const MODEL = `
import json, os
from importlib.metadata import version
import numpy
import triton_python_backend_utils as pb_utils

try:
    import orjson
except ImportError:
    orjson = None

class TritonPythonModel:
    def execute(self, requests):
        here = os.path.dirname(os.path.abspath(__file__))
        answer = {
            "orjson": orjson and orjson.dumps({"a": 1}).decode(),
            "version": orjson and version("orjson"),
            "phonenumbers": __import__("phonenumbers").__name__ if orjson else None,
            "isNumpyOfModel": numpy.__file__.startswith(here),
        }
        output = pb_utils.Tensor("y", numpy.array([json.dumps(answer)], dtype=object))
        return [pb_utils.InferenceResponse([output]) for _ in requests]
`;

const python = inspectInterpreter(findInstallation().python).version;

/** Serves the model with the packages, and returns its answer and the server's log. */
async function serve(requirements?: string): Promise<{ answer: Record<string, unknown>; log: string }> {
  const folder = folderWith({ 'model/1/model.py': MODEL, 'requirements.txt': requirements ?? '' });
  const list = path.join(folder, 'requirements.txt');
  if (requirements !== undefined) lockPackages(list, { release: '', python, imagePackage: [] });
  const model = new TritonModel({
    name: 'packages',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(path.join(folder, 'model')),
    inputs: [Tensor.fp32('x', [1, 1])],
    outputs: [Tensor.of('y', DataType.STRING, [1])],
    ...(requirements !== undefined && { pythonPackages: PythonPackages.fromRequirements(list) }),
  });
  const files = repositoryFiles(model).map(({ path: name, source, content }): [string, string | Buffer] => [
    name,
    content ?? fs.readFileSync(source ?? ''),
  ]);
  const server = await RealServer.start({
    files: Object.fromEntries(files),
    defaultModel: 'packages',
    exporter: false,
  });
  try {
    const { status, body } = await server.invoke(1);
    expect([status, body.slice(0, 300)]).toEqual([200, expect.stringContaining('outputs')]);
    const { outputs } = JSON.parse(body) as { outputs: { data: [string] }[] };
    return { answer: JSON.parse(outputs[0].data[0]) as Record<string, unknown>, log: server.log };
  } finally {
    await server.stop();
  }
}

if (RUNS_ALL)
  test('a model without its packages does not find them', async () => {
    const { answer } = await serve();
    expect(answer).toMatchObject({ orjson: null, version: null });
  });

test('a model finds packages with and without compiled code, and their metadata', async () => {
  const { answer, log } = await serve('orjson==3.10.18\nphonenumbers==9.0.10\n');
  expect(answer).toEqual({
    orjson: '{"a":1}',
    version: '3.10.18',
    phonenumbers: 'phonenumbers',
    isNumpyOfModel: false,
  });
  expect(log).not.toContain('ignore version directory');
});

if (RUNS_ALL)
  test('a package of the image comes before the same package of the model', async () => {
    const { answer } = await serve('orjson==3.10.18\nphonenumbers==9.0.10\nnumpy==1.26.4\n');
    expect(answer).toMatchObject({ version: '3.10.18', isNumpyOfModel: false });
  });
