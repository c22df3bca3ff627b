import { spawnSync } from 'child_process';
import * as path from 'path';

/** A Python interpreter, and what models can import from it. */
export interface Interpreter {
  /** Its folder, whose `python3` leads the server's Python to its packages. */
  readonly bin: string;
  /** Such as `3.11`. */
  readonly version: string;
  /** Where its shared library is. */
  readonly libraries: string;
  /** Versions of the packages that are asked for, by name; those that are missing are not in it. */
  readonly packages: Record<string, string>;
}

const PACKAGES = ['numpy', 'torch', 'onnxruntime', 'treelite', 'openvino'];

const PROGRAM = `
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
    "libraries": sysconfig.get_config_var("LIBDIR"),
    "packages": dict(versions(sys.argv[1:])),
}))
`;

/**
 * What an interpreter has.
 *
 * @throws when it cannot be started
 */
export function inspectInterpreter(python: string): Interpreter {
  const { status, stdout, stderr, error } = spawnSync(python, ['-c', PROGRAM, ...PACKAGES], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${python} is not a usable Python: ${error?.message ?? stderr.trim()}`);
  const { executable, ...found } = JSON.parse(stdout) as Omit<Interpreter, 'bin'> & { executable: string };
  return { ...found, bin: path.dirname(executable) };
}
