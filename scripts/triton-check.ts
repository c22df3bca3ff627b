/** The npm package triton-check: the command `check` alone, in one file that needs no other package. */
import * as fs from 'fs';
import * as path from 'path';
import { build } from 'esbuild';
import { ROOT, run } from './fresh-app';
import { bundledPackages, renderLicenses } from './third-party';

/** Lays out the package in a folder. */
export async function layOutTritonCheck(folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    metafile: true,
    entryPoints: [path.join(ROOT, 'cli', 'check', 'main.ts')],
    outfile: path.join(folder, 'index.js'),
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    absWorkingDir: ROOT,
    banner: { js: '#!/usr/bin/env node' },
  });
  fs.chmodSync(path.join(folder, 'index.js'), 0o755);
  fs.writeFileSync(path.join(folder, 'third-party-licenses.txt'), renderLicenses(bundledPackages(metafile)));
  fs.copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  fs.copyFileSync(path.join(ROOT, 'cli', 'check', 'README.md'), path.join(folder, 'README.md'));
  const { version, author, license, repository, engines } = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const description =
    'Checks NVIDIA Triton model configurations (config.pbtxt) and model repositories, without a server or a GPU';
  const manifest = {
    name: 'triton-check',
    version,
    description,
    keywords: ['config.pbtxt', 'inference', 'lint', 'model-repository', 'nvidia', 'sagemaker', 'triton'],
    author,
    license,
    repository,
    engines,
    bin: { 'triton-check': 'index.js' },
    files: ['index.js', 'third-party-licenses.txt'],
    publishConfig: { access: 'public' },
  };
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Packs it as it would be published; where the archive is. */
export async function packTritonCheck(folder: string): Promise<string> {
  const source = path.join(folder, 'source');
  await layOutTritonCheck(source);
  const packed = run(source, 'npm', 'pack', '--json', '--silent', '--pack-destination', folder);
  const [{ filename, size, files }]: { filename: string; size: number; files: unknown[] }[] = JSON.parse(packed);
  fs.rmSync(source, { recursive: true });
  console.log(`${filename}: ${files.length} files, ${(size / 1e3).toFixed(0)} kB`);
  return path.join(folder, filename);
}

if (require.main === module) void packTritonCheck(path.resolve(process.argv[2]));
