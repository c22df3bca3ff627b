import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Backend, ModelFiles, PythonPackages, Tensor, TritonModel, TritonModelProps } from '../../lib';
import { imagePackages } from '../../lib/facts/image-packages';
import { platformOf } from '../../lib/facts/python-platforms';
import { createCacheFolder } from '../../lib/files/cache-folder';
import { digestOfRequirements, formatLock } from '../../lib/model/python-packages/packages-lock';
import { cacheKey } from '../../lib/model/python-packages/unpacked-packages';

/** The content of a file, or the size of a file of zeros that needs no space on the disk. */
type Content = string | Buffer | number;

/** The files of packages, by name and version such as `tokenizers 0.23.3`, and by path. */
export type PackageFiles = Record<string, Record<string, Content>>;

export const FAKE_RELEASE = '24.09';
const PYTHON = '3.10';

/**
 * Writes a requirements file and its lock to a folder, and the unpacked packages to the cache, as if uv had downloaded them. The cache is a
 * folder in the same folder.
 */
export function fakePackages(folder: string, packages: PackageFiles): PythonPackages {
  process.env.XDG_CACHE_HOME = path.join(folder, 'cache');
  const source = path.join(folder, 'requirements.txt');
  const requirements = Object.keys(packages).map(
    (each) => `${each.replace(' ', '==')} \\\n    --hash=sha256:${'0'.repeat(64)}\n`,
  );
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(source, requirements.join(''));
  const target = { python: PYTHON, platform: platformOf(PYTHON) };
  const lock = formatLock(
    {
      ...target,
      release: FAKE_RELEASE,
      imagePackages: imagePackages(FAKE_RELEASE).certain,
      requirements: digestOfRequirements([source]),
    },
    'a test',
    requirements.join(''),
  );
  fs.writeFileSync(path.join(folder, 'requirements.lock.txt'), lock);
  // The lock separates the requirements by a newline each.
  const key = cacheKey({ ...target, requirements: requirements.join('') });
  const cached = path.join(createCacheFolder('python-packages'), key);
  const list = Object.entries(packages).flatMap(([name, files]) => {
    const record = `${name.replace(' ', '-')}.dist-info/RECORD`;
    const recorded = [...Object.keys(files), record].map((file) => `${file},,\n`).join('');
    return Object.entries({ ...files, [record]: recorded }).map(([file, content]) => {
      const location = path.join(cached, 'packages', file);
      fs.mkdirSync(path.dirname(location), { recursive: true });
      fs.writeFileSync(location, typeof content === 'number' ? '' : content);
      if (typeof content === 'number') fs.truncateSync(location, content);
      const sha256 = createHash('sha256')
        .update(typeof content === 'number' ? '' : content)
        .digest('hex');
      const { size: bytes, mtimeMs } = fs.statSync(location);
      return { path: file, bytes, sha256, changedAt: Math.floor(mtimeMs / 1000), package: name };
    });
  });
  fs.writeFileSync(path.join(cached, 'files.json'), JSON.stringify(list));
  return PythonPackages.fromRequirements(source);
}

/** A Python model with packages. Its file is `model/1/model.py` in the folder. */
export function tokenizerWith(
  folder: string,
  packages: PackageFiles,
  overrides: Partial<TritonModelProps> = {},
): TritonModel {
  const modelFolder = path.join(folder, 'model');
  fs.mkdirSync(path.join(modelFolder, '1'), { recursive: true });
  fs.writeFileSync(path.join(modelFolder, '1', 'model.py'), 'class TritonPythonModel: pass\n');
  return new TritonModel({
    name: 'tokenizer',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(modelFolder),
    pythonPackages: fakePackages(path.join(folder, 'requirements'), packages),
    inputs: [Tensor.string('text', [1])],
    outputs: [Tensor.int64('ids', [-1])],
    ...overrides,
  });
}
