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

/** The packages that can be used to execute models. */
const PACKAGES = ['numpy', 'torch', 'onnxruntime', 'treelite', 'openvino'];

const INSPECTION_PROGRAM = `
import json, sys, sysconfig
from importlib.metadata import PackageNotFoundError, version

def versions(names):
    for name in names:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            pass

print(json.dumps({
    "executable": sys.executable,
    "version": "%d.%d" % sys.version_info[:2],
    "base": getattr(sys, "_base_executable", sys.executable),
    "sitePackages": sysconfig.get_path("purelib"),
    "libraries": sysconfig.get_config_var("LIBDIR"),
    "packages": dict(versions(sys.argv[1:])),
}))
`;

/**
 * Inspects a Python interpreter.
 *
 * @throws if the interpreter cannot be started
 */
export function inspectInterpreter(python: string): Interpreter {
  const { status, stdout, stderr, error } = spawnSync(python, ['-c', INSPECTION_PROGRAM, ...PACKAGES], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${python} is not a usable Python: ${error?.message ?? stderr.trim()}`);
  const { executable, ...properties } = JSON.parse(stdout) as Omit<Interpreter, 'bin'> & { executable: string };
  return { ...properties, bin: path.dirname(executable) };
}
