import { Severity } from '../../findings/finding';
import type { ServingTarget } from '../../model-config/serving-target';
import { isImageModule } from '../../facts/image-packages';
import { isStandardModule } from '../../facts/python-modules';
import { MODEL_FOLDER, readPythonSource } from '../files/python-source';
import { FileRule, LocalModel } from './local-model';
import { environmentParameter, environmentProblem, findEnvironment } from './python-environments';
import { externalImports } from './python-imports';
import { readPackages } from './python-packages';
import { pythonOf } from './required-python';

/** Rules for the modules that Python code imports. */
export const pythonModuleRules: FileRule[] = [
  {
    id: 'py.import',
    severity: Severity.WARNING,
    *check(model, options) {
      if (model.backend.name !== 'python' || /\bpip3?\b['", ]+install\b/.test(readPythonSource(model.files))) return;
      const packages = packagesOf(model, options);
      if (!packages) return;
      const missing = externalImports(model).filter(
        ({ name }) => !isStandardModule(name, packages.python) && !packages.has(name),
      );
      for (const file of new Set(missing.map((each) => each.file))) {
        const names = missing.filter((each) => each.file === file).map(({ name }) => name);
        yield {
          field: 'files',
          message: `${file} imports ${names.join(', ')}, which ${packages.title} does not have: ${packages.advice}`,
        };
      }
    },
  },
];

/** The packages that are available to a model. */
interface Packages {
  readonly python: string;
  readonly title: string;
  readonly advice: string;
  has(name: string): boolean;
}

/** The available packages; undefined if they are unknown. */
function packagesOf(model: LocalModel, options: ServingTarget): Packages | undefined {
  const { tritonRelease: release = '', customImage } = options;
  const python = pythonOf(model, options)?.python;
  if (environmentParameter(model)) {
    const { environment, path } = findEnvironment(model) ?? {};
    const environmentPython = environment?.python ?? python;
    if (!environment || !environmentPython || environmentProblem(model)) return undefined;
    // py.env-python reports an environment with a different Python version.
    if (python && python !== environmentPython) return undefined;
    return {
      python: environmentPython,
      title: `the environment ${path}`,
      advice: 'add it there',
      has: (name) => environment.modules.includes(name) || model.installedModules.has(name),
    };
  }
  if (customImage || !python) return undefined;
  const deployedModules = deployedModulesOf(model);
  if (!deployedModules) return undefined;
  return {
    python,
    title: `the image of Triton ${release}`,
    advice: model.pythonPackages
      ? `add the package to ${model.pythonPackages._source}, and lock the packages again`
      : `deploy it with pythonPackages (PythonPackages.fromRequirements), name an environment of Python ${python} in the parameter ` +
        `EXECUTION_ENV_PATH (${MODEL_FOLDER}/<file>), or use your own image`,
    has: (name) => isImageModule(name, release) || deployedModules.has(name) || model.installedModules.has(name),
  };
}

/** The names in the packages that are deployed with the model. Undefined if they cannot be read, which py.packages-lock reports. */
function deployedModulesOf({ pythonPackages }: LocalModel): ReadonlySet<string> | undefined {
  if (!pythonPackages) return new Set();
  const { problem, modules } = readPackages(pythonPackages);
  return problem === undefined ? modules : undefined;
}
