import { imagePackages } from '../../facts/image-packages';
import { findTritonRelease } from '../../facts/triton-releases';
import type { ServingTarget } from '../../model-config/serving-target';
import { LOCK_COMMAND, PackagesLock } from '../python-packages/packages-lock';
import { nameOfRequirement } from '../python-packages/requirements';
import type { PythonPackages } from '../python-packages/python-packages';
import { PythonPackagesError } from '../python-packages/python-packages-error';
import type { UnpackedPackages } from '../python-packages/unpacked-packages';
import { isVersionFolder } from '../folder/folder-content';
import { FileRule, LocalModel } from './local-model';
import { pythonOf } from './required-python';

const FIELD = 'pythonPackages';

/** Rules for packages that are deployed with a Python model. */
export const pythonPackageRules: FileRule[] = [
  {
    id: 'py.packages-lock',
    *check(model, target) {
      const { pythonPackages } = model;
      if (!pythonPackages) return;
      const message = targetProblem(pythonPackages, model, target) ?? readPackages(pythonPackages).problem;
      if (message !== undefined) yield { field: FIELD, message };
    },
  },
  {
    id: 'py.packages-image',
    *check(model, target) {
      const { pythonPackages } = model;
      const { tritonRelease, customImage } = target;
      const lock = pythonPackages && readLock(pythonPackages);
      if (!lock || customImage || tritonRelease === undefined) return;
      if (targetProblem(pythonPackages, model, target) !== undefined) return; // with the same fix
      // A different Python, that of a stub, does not import the packages of the image.
      if (lock.python !== findTritonRelease(tritonRelease)?.python) return;
      for (const requirement of imagePackages(tritonRelease).certain) {
        const name = nameOfRequirement(requirement);
        const locked = lock.packages.get(name);
        const isExact = requirement.startsWith(`${name}==`);
        if (!locked || requirement === `${name}==${locked.version}` || (locked.isOfImage && !isExact)) continue;
        yield {
          field: FIELD,
          message:
            `got ${name} ${locked.version} in ${pythonPackages._lockFile}, but Python imports ${requirement} of the image of Triton ` +
            `${tritonRelease}, which comes first: ${lockAgain(pythonPackages, ['--release', tritonRelease])}`,
        };
      }
    },
  },
  {
    id: 'py.packages-name',
    *check({ pythonPackages, files, installedModules }) {
      if (!pythonPackages) return;
      const { modules, files: packageFiles = [] } = readPackages(pythonPackages);
      if (!modules) return;
      const paths = new Set(packageFiles.map(({ path }) => path));
      for (const { path } of files) {
        const [version, ...rest] = path.split('/');
        if (!isVersionFolder(version) || !paths.has(rest.join('/'))) continue;
        const message = `got a package with the file ${rest.join('/')}, but ${path} is a file of the model; rename the file of the model`;
        yield { field: FIELD, message };
      }
      for (const name of new Set([...ownModules(files), ...installedModules])) {
        if (!modules.has(name)) continue;
        const fix = installedModules.has(name) ? 'remove the installed package' : 'rename the module of the model';
        yield {
          field: FIELD,
          message: `got a package with the module '${name}', which the model's folder also contains, so imports would find only one of them; ${fix}`,
        };
      }
    },
  },
];

/** The reason why a lock is not for the image of the endpoint, if the lock can be read. */
function targetProblem(packages: PythonPackages, model: LocalModel, target: ServingTarget): string | undefined {
  const lock = readLock(packages);
  const required = pythonOf(model, target);
  if (!lock) return undefined;
  const { tritonRelease: release = '', customImage } = target;
  if (required && required.python !== lock.python) {
    const isOfImage = findTritonRelease(release)?.python === required.python;
    return (
      `got ${packages._lockFile} for Python ${lock.python}; allowed: Python ${required.python}, ${required.source}: ` +
      lockAgain(packages, isOfImage ? ['--release', release] : ['--python', required.python])
    );
  }
  if (customImage || release === '') return undefined;
  const missing = lock.imagePackages.find((each) => !imagePackages(release).certain.includes(each));
  if (missing === undefined) return undefined;
  const isOfRelease = lock.release !== undefined && imagePackages(lock.release).certain.includes(missing);
  const image = isOfRelease ? `the image of Triton ${lock.release}` : 'your own image';
  return (
    `got ${packages._lockFile} for ${missing} of ${image}, but the image of Triton ${release} does not contain this version: ` +
    lockAgain(packages, ['--release', release])
  );
}

function lockAgain({ _source: source }: PythonPackages, options: string[]): string {
  return `run ${LOCK_COMMAND} ${source} ${options.join(' ')}`;
}

function readLock(packages: PythonPackages): PackagesLock | undefined {
  return catchProblem(() => packages._lock).value;
}

/** The modules of the packages, or the reason why the packages cannot be read. */
export function readPackages(packages: PythonPackages): Partial<UnpackedPackages> & { readonly problem?: string } {
  const { value, problem } = catchProblem(() => packages._unpacked);
  return { ...value, problem };
}

function catchProblem<T>(read: () => T): { value?: T; problem?: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof PythonPackagesError)) throw error;
    return { problem: error.message };
  }
}

/**
 * The names of the model's own modules that would hide a package, or that a package would hide. A folder in a version folder does not: Python
 * finds its files and those of the package in the same folder.
 */
function ownModules(files: LocalModel['files']): Set<string> {
  const names = files
    .filter(({ path }) => /\.(?:py|so)$/.test(path))
    .map(({ path }) => path.split('/'))
    .filter(([first, ...rest]) => !isVersionFolder(first) || rest.length === 1)
    .map(([first, second]) => (isVersionFolder(first) ? second : first));
  return new Set(names.map((name) => name.split('.')[0]));
}
