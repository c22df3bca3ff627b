import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { lockPackages, LockPackagesOptions, WrittenLock } from '../../cli/lock-packages/lock-packages';
import { Backend, ModelFiles, PythonPackages, TritonModel, TritonModelProps } from '../../lib';
import { folderWith } from './folders';

/** A Python package in the format that uv installs. */
export interface Wheel {
  /** Name and version, such as `paint 1.0`. */
  readonly package: string;
  /** @default 'py3-none-any' */
  readonly tag?: string;
  /** @default - a module with the name of the package */
  readonly files?: Record<string, string>;
  readonly requires?: string[];
}

const WRITE_ZIPS = `
import json, sys, zipfile
for path, files in json.load(sys.stdin).items():
    with zipfile.ZipFile(path, 'w') as wheel:
        for name, content in files.items():
            wheel.writestr(zipfile.ZipInfo(name), content)
`;

/** Writes wheels to a folder. */
export function writeWheels(folder: string, wheels: Wheel[]): void {
  const archives = Object.fromEntries(wheels.map((wheel) => archiveOf(folder, wheel)));
  const { status, stderr } = spawnSync('python3', ['-c', WRITE_ZIPS], { input: JSON.stringify(archives) });
  if (status !== 0) throw new Error(String(stderr));
}

function archiveOf(
  folder: string,
  { package: nameAndVersion, tag = 'py3-none-any', files, requires = [] }: Wheel,
): [string, Record<string, string>] {
  const [name, version] = nameAndVersion.split(' ');
  const metadata = `${name}-${version}.dist-info`;
  const content: Record<string, string> = {
    ...(files ?? { [`${name}/__init__.py`]: `version = '${version}'\n` }),
    [`${metadata}/METADATA`]: [
      'Metadata-Version: 2.1',
      `Name: ${name}`,
      `Version: ${version}`,
      ...requires.map((each) => `Requires-Dist: ${each}`),
      '',
    ].join('\n'),
    [`${metadata}/WHEEL`]: `Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
  };
  const record = [...Object.keys(content), `${metadata}/RECORD`]
    .map((file) => `"${file.replaceAll('"', '""')}",,\n`)
    .join('');
  return [path.join(folder, `${name}-${version}-${tag}.whl`), { ...content, [`${metadata}/RECORD`]: record }];
}

/**
 * Makes the wheels in a folder the only packages that uv finds, and uses empty cache folders. Returns the folder. Jest restores the environment
 * variables after the test file.
 */
export function usePackages(wheels: Wheel[]): string {
  const folder = folderWith({ 'wheels/.keep': '' });
  const wheelFolder = path.join(folder, 'wheels');
  writeWheels(wheelFolder, wheels);
  fs.writeFileSync(path.join(folder, 'uv.toml'), `no-index = true\nfind-links = ["${wheelFolder}"]\n`);
  process.env.UV_CONFIG_FILE = path.join(folder, 'uv.toml');
  useEmptyCache();
  return wheelFolder;
}

/** Uses empty cache folders, as on a different host. Returns the folder of unpacked packages. */
export function useEmptyCache(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-'));
  process.env.UV_CACHE_DIR = path.join(folder, 'uv');
  process.env.XDG_CACHE_HOME = folder;
  return path.join(folder, 'cdk-sagemaker-triton', 'python-packages');
}

/** Calls a function while PATH contains neither uv nor Python. */
export function withoutUv<T>(run: () => T): T {
  const { PATH } = process.env;
  process.env.PATH = folderWith({});
  try {
    return run();
  } finally {
    process.env.PATH = PATH;
  }
}

/** A release with Python 3.10, whose image contains NumPy 1.26.4. */
export const RELEASE = '24.09';

/** Locks packages. */
export function lock(file: string, options: Partial<LockPackagesOptions> = {}): WrittenLock {
  return lockPackages(file, { release: RELEASE, imagePackage: [], ...options });
}

/** Writes and locks a requirements file. Returns its path. */
export function lockedRequirements(
  requirements: string,
  options: Partial<LockPackagesOptions> = {},
  otherFiles: Record<string, string> = {},
): string {
  const file = path.join(folderWith({ 'requirements.txt': requirements, ...otherFiles }), 'requirements.txt');
  lock(file, options);
  return file;
}

/** A Python model with packages. */
export function modelWith(
  requirements: string,
  files: Record<string, string> = { '1/model.py': MODEL_CODE },
  props: Partial<TritonModelProps> = {},
): TritonModel {
  return new TritonModel({
    name: 'm',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(folderWith(files)),
    pythonPackages: PythonPackages.fromRequirements(requirements),
    ...props,
  });
}

export const MODEL_CODE = 'class TritonPythonModel:\n  def execute(self, requests):\n    pass\n';
