import * as fs from 'fs';
import * as path from 'path';
import { assetPath } from '../../lib/files/assets';
import { findTritonRelease } from '../../lib/facts/triton-releases';
import { Interpreter } from './interpreter';
import { PreparedModel } from './server-runtime';

/** The folder with Python programs that replace Triton's backends. */
export const PROGRAMS = assetPath('cli', 'python');

/** Backends that the server in the wheel includes. */
const BUILT_IN_BACKENDS = ['python', 'ensemble'];

/** Python libraries that execute the models of a backend, by backend. The setup script installs them. */
const INSTALLED_LIBRARIES: Record<string, string> = { pytorch: 'torch', onnxruntime: 'onnxruntime' };

/** Further Python libraries, by backend. They are used only if the user's Python contains them, because they are large and rarely needed. */
const OPTIONAL_LIBRARIES: Record<string, string> = { fil: 'treelite', openvino: 'openvino' };

/** The execution of the models of a backend. */
export interface Execution {
  /** The Python library that replaces Triton's backend. */
  readonly library?: string;
  /** Whether a stand-in responds with zeros instead of executing the model. */
  readonly standIn: boolean;
  /** Instructions for executing the model, if that is possible. */
  readonly advice?: string;
}

/**
 * Decides how the models of a backend are executed.
 *
 * @param packages the packages of the Python interpreter, with their versions
 */
export function executionOf(backend: string, packages: Record<string, string>): Execution {
  const library = INSTALLED_LIBRARIES[backend] ?? OPTIONAL_LIBRARIES[backend];
  if (BUILT_IN_BACKENDS.includes(backend)) return { standIn: false };
  if (library === undefined) return { standIn: true };
  if (backend in INSTALLED_LIBRARIES || library in packages) return { library, standIn: false };
  const installCommand = `python3 -m venv --system-site-packages ~/${library} && ~/${library}/bin/pip install ${library}`;
  return { standIn: true, advice: `to execute it: ${installCommand}, then --python ~/${library}/bin/python` };
}

/**
 * Creates the folder of the Python backend, with a stub (the program that the backend starts for each model) that selects the Python
 * version.
 *
 * @param server the folder of the server in the wheel
 */
export function createPythonBackend(backends: string, server: string, { version, libraries }: Interpreter): void {
  const folder = path.join(backends, 'python');
  fs.mkdirSync(folder, { recursive: true });
  // A copy, because the server does not follow links to files outside the folder.
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

/** Creates the folders of the backends that are replaced by Python programs. */
export function createProgramBackends(backends: string, models: PreparedModel[], release: string): void {
  for (const { backend, standIn } of models.filter((model) => !BUILT_IN_BACKENDS.includes(model.backend))) {
    const folder = path.join(backends, backend);
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(path.join(PROGRAMS, standIn ? 'stand_in.py' : `${backend}.py`), path.join(folder, 'model.py'));
    fs.copyFileSync(path.join(PROGRAMS, 'cpu_backend.py'), path.join(folder, 'cpu_backend.py'));
    const { pytorch: torch, onnxRuntime: onnxruntime } = findTritonRelease(release) ?? {};
    fs.writeFileSync(path.join(folder, 'image.json'), JSON.stringify({ torch, onnxruntime }));
  }
}
