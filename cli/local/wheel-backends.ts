import * as fs from 'fs';
import * as path from 'path';
import { assetPath } from '../../lib/assets';
import { findTritonRelease } from '../../lib/platform/triton-releases';
import { ServedModel } from './engine';
import { Interpreter } from './interpreter';

/** Python programs that run models in the place of Triton's own backends. */
export const PROGRAMS = assetPath('cli', 'python');

/** Backends that come with the server. */
const BUILT_IN = ['python', 'ensemble'];

/** Backends that a Python program runs with a library, by the library's name. */
export const LIBRARIES: Record<string, string> = { pytorch: 'torch', onnxruntime: 'onnxruntime' };

export function needsStandIn(backend: string): boolean {
  return !BUILT_IN.includes(backend) && LIBRARIES[backend] === undefined;
}

/**
 * The folder of the python backend, with a stub that suits the Python of each model.
 *
 * @param server what the wheel has of the server
 */
export function layOutPython(backends: string, server: string, { version, libraries }: Interpreter): void {
  const folder = path.join(backends, 'python');
  fs.mkdirSync(folder, { recursive: true });
  // Copies: the server follows no links out of the folder.
  fs.cpSync(path.join(server, 'backends', 'python'), folder, { recursive: true });
  const stubs = path.join(server, 'python_backend_stubs');
  const stub = fs.readFileSync(path.join(PROGRAMS, 'stub.sh'), 'utf8');
  const values: Record<string, string> = { STUBS: stubs, VERSION: version, LIBRARIES: libraries };
  fs.writeFileSync(
    path.join(folder, 'triton_python_backend_stub'),
    stub.replace(/@(\w+)@/g, (_, name: string) => values[name]),
    { mode: 0o755 },
  );
}

/** The folders of the backends that Python programs run. */
export function layOutPrograms(backends: string, models: ServedModel[], release: string): void {
  for (const { backend, standIn } of models.filter((model) => !BUILT_IN.includes(model.backend))) {
    const folder = path.join(backends, backend);
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(path.join(PROGRAMS, standIn ? 'stand_in.py' : `${backend}.py`), path.join(folder, 'model.py'));
    fs.copyFileSync(path.join(PROGRAMS, 'cpu_backend.py'), path.join(folder, 'cpu_backend.py'));
    const { pytorch: torch, onnxRuntime: onnxruntime } = findTritonRelease(release) ?? {};
    fs.writeFileSync(path.join(folder, 'image.json'), JSON.stringify({ torch, onnxruntime }));
  }
}
