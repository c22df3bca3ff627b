import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { PythonPackages } from '../../lib';
import { imagePackages } from '../../lib/facts/image-packages';
import { platformOf } from '../../lib/facts/python-platforms';
import { cacheFolder } from '../../lib/files/cache-folder';
import { digestOfRequirements, formatLock } from '../../lib/model/python-packages/packages-lock';
import { cacheKey } from '../../lib/model/python-packages/unpacked-packages';

/** The contents of the files of packages, by name and version such as `tokenizers 0.23.3`, and by path. */
export type PackageFiles = Record<string, Record<string, string | Buffer>>;

export const FAKE_RELEASE = '24.09';
const PYTHON = '3.10';

/**
 * Writes a requirements file and its lock to a folder, and the unpacked packages to the cache, as if uv had downloaded them. The cache is a
 * folder in the same folder.
 */
export function fakePackages(folder: string, packages: PackageFiles): PythonPackages {
  process.env.XDG_CACHE_HOME = path.join(folder, 'cache');
  const source = path.join(folder, 'requirements.txt');
  const requirements = Object.keys(packages).map((each) => `${each.replace(' ', '==')}\n`);
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
  const key = cacheKey({ ...target, requirements: requirements.join(''), lockFile: '' });
  const cached = path.join(cacheFolder('python-packages'), key);
  const list = Object.entries(packages).flatMap(([name, files]) => {
    const record = `${name.replace(' ', '-')}.dist-info/RECORD`;
    const recorded = [...Object.keys(files), record].map((file) => `${file},,\n`).join('');
    return Object.entries({ ...files, [record]: recorded }).map(([file, content]) => {
      const location = path.join(cached, 'packages', file);
      fs.mkdirSync(path.dirname(location), { recursive: true });
      fs.writeFileSync(location, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { path: file, bytes: Buffer.byteLength(content), sha256, package: name };
    });
  });
  fs.writeFileSync(path.join(cached, 'files.json'), JSON.stringify(list));
  return PythonPackages.fromRequirements(source);
}
