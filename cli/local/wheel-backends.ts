import * as fs from 'fs';
import * as path from 'path';
import { assetPath } from '../../lib/files/assets';
import { findTritonRelease } from '../../lib/facts/triton-releases';
import { installationAdvice, Interpreter } from './interpreter';
import { LocalVariant } from './local-variants';
import { PreparedModel, releaseOf } from './server-setup';

/** The folder with Python programs that replace Triton's backends. */
export const PROGRAMS = assetPath('cli', 'python');

/** Backends that the server in the wheel includes. */
const BUILT_IN_BACKENDS = ['python', 'ensemble'];

/** Python libraries that execute the models of a backend, by backend. The setup script installs them. */
const LIBRARIES: Record<string, string> = { pytorch: 'torch', onnxruntime: 'onnxruntime' };

/** The execution of the models of a backend. */
export interface Execution {
  /** The Python library that replaces Triton's backend. */
  readonly library?: string;
  /** Whether a stand-in responds with zeros instead of executing the model. */
  readonly standIn: boolean;
}

/** Decides how the models of a backend are executed. */
export function executionOf(backend: string): Execution {
  const library = Object.hasOwn(LIBRARIES, backend) ? LIBRARIES[backend] : undefined;
  return { library, standIn: library === undefined && !BUILT_IN_BACKENDS.includes(backend) };
}

/**
 * Creates the folder of the Python backend, with a stub (the program that the backend starts for each model) that selects the Python
 * version.
 *
 * @param server the folder of the server in the wheel
 */
export function createPythonBackend(backends: string, server: string, interpreter: Interpreter): void {
  const { version, libraries, numpy } = interpreter;
  const folder = path.join(backends, 'python');
  fs.mkdirSync(folder, { recursive: true });
  // A copy, because the server does not follow links to files outside the folder.
  fs.cpSync(path.join(server, 'backends', 'python'), folder, { recursive: true });
  const stubs = path.join(server, 'python_backend_stubs');
  const stub = fs.readFileSync(path.join(PROGRAMS, 'stub.sh'), 'utf8');
  const advice = installationAdvice(interpreter, Object.values(LIBRARIES));
  const values: Record<string, string> = {
    ...{ STUBS: stubs, VERSION: version, LIBRARIES: libraries, PROGRAMS },
    ...{ NUMPY: numpy, ADVICE: advice },
  };
  fs.writeFileSync(
    path.join(folder, 'triton_python_backend_stub'),
    // The script contains the values only in single quotes.
    stub.replace(/@(\w+)@/g, (_, name: string) => values[name].replaceAll("'", `'\\''`)),
    { mode: 0o755 },
  );
}

/** Creates the folders of the backends that are replaced by Python programs. */
export function createProgramBackends(
  backends: string,
  models: PreparedModel[],
  variant: Pick<LocalVariant, 'image' | 'onCpu'>,
  interpreter: Interpreter,
): void {
  const { pytorch: torch, onnxRuntime: onnxruntime } = findTritonRelease(releaseOf(variant)) ?? {};
  const versions: Record<string, string | undefined> = { torch, onnxruntime };
  for (const { backend, standIn } of models.filter((model) => !BUILT_IN_BACKENDS.includes(model.backend))) {
    const folder = path.join(backends, backend);
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(path.join(PROGRAMS, standIn ? 'stand_in.py' : `${backend}.py`), path.join(folder, 'program.py'));
    for (const file of ['model.py', 'cpu_backend.py']) {
      fs.copyFileSync(path.join(PROGRAMS, file), path.join(folder, file));
    }
    const { library } = executionOf(backend);
    const [minorVersion] = /^\d+\.\d+/.exec(versions[library ?? ''] ?? '') ?? [];
    // Not exactly the version of the image, because that can be unpublished, or published without a wheel for the Python of the commands.
    const requirements = library === undefined ? [] : [minorVersion ? `${library}>=${minorVersion}` : library];
    const advice = installationAdvice(interpreter, requirements);
    fs.writeFileSync(path.join(folder, 'image.json'), JSON.stringify({ ...versions, advice, onCpu: variant.onCpu }));
  }
}
