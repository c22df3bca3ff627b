import * as fs from 'fs';
import { Severity } from '../../findings/finding';
import { requireWithin } from '../../findings/limits';
import type { ServingTarget } from '../../model-config/serving-target';
import { isImageModule, isStandardModule } from '../../platform/python-modules';
import { findTritonRelease } from '../../platform/triton-releases';
import { environmentPath, MODEL_FOLDER } from '../environment-path';
import { isOnDisk } from '../folder-content';
import { readPython } from '../python-source';
import { environmentOf, PythonEnvironment, readPackedEnvironment } from '../readers/python-environment';
import { fileAt, FileRule, LocalModel } from './local-model';
import { foreignImports } from './python-imports';

/** A program beside the model that starts another Python than the image's (python_backend, README.md). */
const STUB = 'triton_python_backend_stub';

export const pythonModuleRules: FileRule[] = [
  {
    id: 'py.env-python',
    *check(model, options) {
      const { environment, path } = environmentIn(model) ?? {};
      const wanted = pythonOf(model, options);
      if (!environment?.python || !wanted || environment.python === wanted.python) return;
      const { python, by, confirmed } = wanted;
      const lost = foreignImports(model).filter(
        ({ name, always }) =>
          always &&
          environment.modules.includes(name) &&
          !isStandardModule(name, python) &&
          !isImageModule(name, options.tritonRelease ?? ''),
      );
      yield {
        field: 'parameters[EXECUTION_ENV_PATH]',
        message:
          `got ${path} with Python ${environment.python}; ${by} is Python ${python}, which does not find the packages of a different version` +
          `${lost.length > 0 ? `, such as ${lost.map(({ name }) => name).join(', ')}` : ''}: build the environment with Python ` +
          `${python}, or put a ${STUB} of Python ${environment.python} into the model's folder`,
        severity: lost.length > 0 && confirmed ? Severity.ERROR : Severity.WARNING,
      };
    },
  },
  {
    id: 'py.import',
    severity: Severity.WARNING,
    *check(model, options) {
      if (model.backend.name !== 'python' || /\bpip3?\b['", ]+install\b/.test(readPython(model.files))) return;
      const where = packagesOf(model, options);
      if (!where) return;
      const missing = foreignImports(model).filter(
        ({ name }) => !isStandardModule(name, where.python) && !where.has(name),
      );
      for (const file of new Set(missing.map((each) => each.file))) {
        const names = missing.filter((each) => each.file === file).map(({ name }) => name);
        yield {
          field: 'files',
          message: `${file} imports ${names.join(', ')}, which ${where.title} does not have: ${where.advice}`,
        };
      }
    },
  },
];

/** Where a model's Python looks for packages. */
interface Packages {
  readonly python: string;
  readonly title: string;
  readonly advice: string;
  has(name: string): boolean;
}

/** Undefined where the packages are not known. */
function packagesOf(model: LocalModel, options: ServingTarget): Packages | undefined {
  const { tritonRelease: release = '', customImage } = options;
  const python = pythonOf(model, options)?.python;
  if (environmentParameter(model)) {
    const { environment, path } = environmentIn(model) ?? {};
    const ofEnvironment = environment?.python ?? python;
    if (!environment || !ofEnvironment) return undefined;
    // An environment of another Python is a finding of its own.
    if (python && python !== ofEnvironment) return undefined;
    return {
      python: ofEnvironment,
      title: `the environment ${path}`,
      advice: 'add it there',
      has: (name) => environment.modules.includes(name),
    };
  }
  if (customImage || !python) return undefined;
  return {
    python,
    title: `the image of Triton ${release}`,
    advice:
      `pack an environment of Python ${python} that has it, put it into the model's folder and name it in the parameter ` +
      `EXECUTION_ENV_PATH (${MODEL_FOLDER}/<file>), or use your own image`,
    has: (name) => isImageModule(name, release),
  };
}

/** The Python that runs the model: that of a stub in its folder, or the image's. */
function pythonOf(
  { backend, files }: LocalModel,
  { tritonRelease, customImage }: ServingTarget,
): { python: string; by: string; confirmed: boolean } | undefined {
  if (backend.name !== 'python') return undefined;
  const stub = files.filter(isOnDisk).find(({ path }) => path === STUB);
  if (stub) {
    requireWithin('stubBytes', fs.statSync(stub.source).size, stub.path);
    const [, python] = /libpython(3\.\d+)/.exec(fs.readFileSync(stub.source, 'latin1')) ?? [];
    return python === undefined ? undefined : { python, by: STUB, confirmed: true };
  }
  const { python, unconfirmed } = findTritonRelease(tritonRelease ?? '') ?? {};
  if (python === undefined || customImage) return undefined;
  return { python, by: `that of Triton ${tritonRelease}`, confirmed: !unconfirmed?.includes('python') };
}

function environmentParameter({ backend, config }: LocalModel): string | undefined {
  return backend.name === 'python' ? config.parameters.get('EXECUTION_ENV_PATH')?.string_value : undefined;
}

/** The environment in the model's folder, packed or not; undefined where it cannot be read. */
function environmentIn(model: LocalModel): { path: string; environment?: PythonEnvironment } | undefined {
  const path = environmentPath(environmentParameter(model) ?? '', model.config.name);
  if (path === undefined) return undefined;
  const packed = fileAt(model.files, path);
  if (packed) return isOnDisk(packed) ? { path, environment: readPackedEnvironment(packed.source) } : undefined;
  const inside = model.files.filter((file) => file.path.startsWith(`${path}/`));
  return inside.length === 0
    ? undefined
    : { path, environment: environmentOf(inside.map((file) => file.path.slice(path.length + 1))) };
}
