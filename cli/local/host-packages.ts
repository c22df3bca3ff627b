import * as fs from 'fs';
import * as path from 'path';
import { isVersionFolder, readFolder } from '../../lib/model/folder/folder-content';
import { findInstalledPackages } from '../../lib/model/python-packages/installed-packages';
import { PackagesLock, parseLock, requirementsOf } from '../../lib/model/python-packages/packages-lock';
import { DEPLOYED_LOCK } from '../../lib/model/python-packages/python-packages';
import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import { unpackPackages } from '../../lib/model/python-packages/unpacked-packages';
import { Interpreter } from './interpreter';

/** Folder of the environment in the model's folder. The script stub.sh runs the model with the Python of this environment. */
const ENVIRONMENT = '.python';

/** The result of preparing the packages of models. */
export interface HostPackages {
  /** Messages about models whose packages differ from those of a deployment. */
  readonly differences: string[];
  /** The reason why the packages of a model cannot be run on this host. */
  readonly unavailableReason?: string;
}

/**
 * Replaces the Python packages of models by the same versions for the Python of this host, including those of the image. They are in virtual
 * environments, so that they come before the packages of this host, which the image does not contain.
 */
export function useHostPackages(repository: string, modelNames: string[], interpreter: Interpreter): HostPackages {
  const differences: string[] = [];
  for (const name of modelNames) {
    const folder = path.join(repository, name);
    const lockFile = path.join(folder, DEPLOYED_LOCK);
    if (!fs.existsSync(lockFile)) continue;
    try {
      const lock = parseLock(fs.readFileSync(lockFile, 'utf8'), lockFile);
      createEnvironment(folder, interpreter, unpackForHost(lock, lockFile, interpreter));
      if (lock.python !== interpreter.version) {
        differences.push(
          `'${name}' has its packages for Python ${interpreter.version} of this host, not for ${lock.python} of the image`,
        );
      }
    } catch (error) {
      if (!(error instanceof PythonPackagesError)) throw error;
      const unavailableReason = `'${name}' needs its packages for Python ${interpreter.version} of this host: ${error.message}`;
      return { differences, unavailableReason };
    }
  }
  return { differences };
}

/** Returns the folder with the packages. The server of local runs requires Linux on x86_64 with glibc. */
function unpackForHost(lock: PackagesLock, lockFile: string, { version: python }: Interpreter): string {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  const platform = `x86_64-manylinux_${(header.glibcVersionRuntime ?? '2.28').replace('.', '_')}`;
  return unpackPackages({ requirements: requirementsOf(lock, true), lockFile, folder: process.cwd(), python, platform })
    .folder;
}

/** Creates a virtual environment with the packages, and removes the packages for the image from the version folders. */
function createEnvironment(folder: string, { base, version, sitePackages }: Interpreter, packages: string): void {
  const environment = path.join(folder, ENVIRONMENT);
  const target = path.join(environment, 'lib', `python${version}`, 'site-packages');
  fs.mkdirSync(path.join(environment, 'bin'), { recursive: true });
  fs.cpSync(packages, target, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  for (const name of fs.readdirSync(folder).filter(isVersionFolder)) {
    const versionFolder = path.join(folder, name);
    const { packageByPath } = findInstalledPackages(readFolder(versionFolder).files);
    for (const file of packageByPath.keys()) fs.rmSync(path.join(versionFolder, file), { force: true });
  }
  fs.symlinkSync(base, path.join(environment, 'bin', 'python3'));
  fs.writeFileSync(
    path.join(environment, 'pyvenv.cfg'),
    `home = ${path.dirname(base)}\ninclude-system-site-packages = true\n`,
  );
  // The packages of the interpreter, which can itself be a virtual environment, come after those of the model.
  fs.writeFileSync(path.join(target, 'host.pth'), `${sitePackages}\n`);
}
