import { spawnSync } from 'child_process';
import * as path from 'path';

/** A Python interpreter that runs models. */
export interface Interpreter {
  /** The folder of the interpreter. The server imports packages of the `python3` in this folder. */
  readonly bin: string;
  /** The version, such as `3.11`. */
  readonly version: string;
  /** The folder with Python's shared library (libpython). */
  readonly libraries: string;
  /** The interpreter that a virtual environment is based on, or the interpreter itself. */
  readonly base: string;
  /** The folder with the packages of the interpreter. */
  readonly sitePackages: string;
  /** The versions of the installed packages among `PACKAGES`, by name. */
  readonly packages: Record<string, string>;
}

/** The versions for which the server contains a stub, the program that runs a model. */
const VERSIONS = ['3.8', '3.9', '3.10', '3.11', '3.12', '3.13'];

/** The packages that can be used to execute models. */
const PACKAGES = ['numpy', 'torch', 'onnxruntime', 'treelite', 'openvino'];

const INSPECTION_PROGRAM = `
import json, os, sys, sysconfig
from importlib.metadata import PackageNotFoundError, version

def versions(names):
    for name in names:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            pass

def missing_files():
    program = os.path.join(os.path.dirname(sys.executable), "python3")
    if not os.path.exists(program):
        yield program
    name = "libpython%d.%d.so.1.0" % sys.version_info[:2]
    library = os.path.join(sysconfig.get_config_var("LIBDIR") or "", name)
    try:
        import ctypes
        ctypes.CDLL(library if os.path.exists(library) else name)
    except ImportError:
        pass # This Python was built without libffi, so it cannot find out whether the library exists.
    except OSError:
        yield library

print(json.dumps({
    "executable": sys.executable,
    "version": "%d.%d" % sys.version_info[:2],
    "base": getattr(sys, "_base_executable", sys.executable),
    "sitePackages": sysconfig.get_path("purelib"),
    "libraries": sysconfig.get_config_var("LIBDIR"),
    "packages": dict(versions(sys.argv[1:])),
    "missingFiles": list(missing_files()),
}))
`;

/** The output of the program. */
type Inspection = Omit<Interpreter, 'bin'> & {
  readonly executable: string;
  /** The files that the server needs and that do not exist. */
  readonly missingFiles?: string[];
};

/**
 * Inspects a Python interpreter.
 *
 * @throws if the interpreter cannot be started, or the server cannot run models with it
 */
export function inspectInterpreter(python: string): Interpreter {
  const { status, stdout, stderr, error } = spawnSync(python, ['-c', INSPECTION_PROGRAM, ...PACKAGES], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${python} is not a usable Python: ${error?.message ?? stderr.trim()}`);
  const { executable, missingFiles = [], ...properties } = JSON.parse(stdout) as Inspection;
  const { version } = properties;
  if (!VERSIONS.includes(version)) {
    throw new Error(`${python} is not a usable Python: got version ${version}; allowed: ${VERSIONS.join(', ')}`);
  }
  if (missingFiles.length > 0) {
    throw new Error(
      `${python} is not a usable Python: the server needs ${missingFiles.join(' and ')}; a virtual environment contains python3 ` +
        `(${executable} -m venv ~/triton-python), and the shared library is in the package libpython${version} of Debian and Ubuntu, or in ` +
        'a Python that was built with --enable-shared',
    );
  }
  return { ...properties, bin: path.dirname(executable) };
}
