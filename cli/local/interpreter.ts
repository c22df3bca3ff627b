import { spawnSync } from 'child_process';
import * as path from 'path';
import { installedProgram } from '../../lib/files/installed-program';
import { shellWord } from '../output/shell-word';

/** The Python interpreter that runs models. */
export interface Interpreter {
  /** The path of the interpreter. */
  readonly python: string;
  /** The folder of the interpreter. The server imports packages of the `python3` in this folder. */
  readonly bin: string;
  /** The version, such as `3.11`. */
  readonly version: string;
  /** The folder with Python's shared library (libpython). */
  readonly libraries: string;
  /** The interpreter that the virtual environment is based on, or the interpreter itself. */
  readonly base: string;
  /** The folder with the packages of the interpreter. */
  readonly sitePackages: string;
  /** The version of NumPy; empty if it is missing. */
  readonly numpy: string;
}

/** The versions for which the server contains a stub, the program that runs a model. */
const VERSIONS = ['3.8', '3.9', '3.10', '3.11', '3.12', '3.13'];

const INSPECTION_PROGRAM = `
import json, sys, sysconfig
from importlib.metadata import PackageNotFoundError, version

def version_of(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return ""

print(json.dumps({
    "version": "%d.%d" % sys.version_info[:2],
    "base": getattr(sys, "_base_executable", sys.executable),
    "sitePackages": sysconfig.get_path("purelib"),
    "libraries": sysconfig.get_config_var("LIBDIR"),
    "numpy": version_of("numpy"),
}))
`;

/**
 * Inspects a Python interpreter.
 *
 * @throws if the interpreter cannot be started, or the server cannot run models with it
 */
export function inspectInterpreter(python: string): Interpreter {
  const { status, stdout, stderr, error } = spawnSync(python, ['-c', INSPECTION_PROGRAM], {
    ...installedProgram(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${python} is not a usable Python: ${error?.message ?? stderr.trim()}`);
  const properties = JSON.parse(stdout) as Omit<Interpreter, 'bin' | 'python'>;
  const { version } = properties;
  if (!VERSIONS.includes(version)) {
    throw new Error(`${python} is not a usable Python: got version ${version}; allowed: ${VERSIONS.join(', ')}`);
  }
  return { ...properties, python, bin: path.dirname(python) };
}

/**
 * The command that installs packages for models. The Python backend of the server supports only NumPy 1. Without `numpy<2`, pip would install NumPy 2
 * with most of the packages.
 */
export function installationAdvice({ python }: Interpreter, packages: string[]): string {
  return [shellWord(python), '-m pip install', ...['numpy<2', ...packages].map(shellWord)].join(' ');
}
