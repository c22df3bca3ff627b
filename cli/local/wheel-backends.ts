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

/** Backends that a Python program runs with a library, by the library's name. The setup script installs these. */
const INSTALLED: Record<string, string> = { pytorch: 'torch', onnxruntime: 'onnxruntime' };

/** And these are there when the user's own Python has them, since few need them and they are large. */
const OPTIONAL: Record<string, string> = { fil: 'treelite', openvino: 'openvino' };

/** What a model of a backend is executed with. */
export interface Execution {
  /** The Python library that executes it in the place of Triton's backend. */
  readonly library?: string;
  /** Whether it is not executed: a stand-in answers zeros. */
  readonly standIn: boolean;
  /** How the user could have it executed, where that is possible. */
  readonly advice?: string;
}

/** @param packages what the Python interpreter has */
export function executionOf(backend: string, packages: Record<string, string>): Execution {
  const library = INSTALLED[backend] ?? OPTIONAL[backend];
  if (BUILT_IN.includes(backend)) return { standIn: false };
  if (library === undefined) return { standIn: true };
  if (backend in INSTALLED || library in packages) return { library, standIn: false };
  const install = `python3 -m venv --system-site-packages ~/${library} && ~/${library}/bin/pip install ${library}`;
  return { standIn: true, advice: `to execute it: ${install}, then --python ~/${library}/bin/python` };
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
  const values: Record<string, string> = { STUBS: stubs, VERSION: version, LIBRARIES: libraries, PROGRAMS };
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
