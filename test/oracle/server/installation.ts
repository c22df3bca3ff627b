import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../lib/files/cache-folder';

/** Programs that `npm run setup` installs for the comparisons with a server. */
export interface Installation {
  readonly python: string;
  readonly tritonserver: string;
  /** Folder of the server's shared libraries. */
  readonly libraries: string;
  /** Folder of the Python classes for Triton's protobuf messages. */
  readonly messageClasses: string;
}

/** @throws Error with the installation command, because a comparison without a server must not pass */
export function findInstallation(): Installation {
  const venv = cacheFolder('venv');
  const lib = join(venv, 'lib');
  const version = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith('python3.')) : undefined;
  const packages = join(lib, version ?? 'python3', 'site-packages');
  const installation = {
    python: join(venv, 'bin', 'python'),
    tritonserver: join(packages, 'pytriton', 'tritonserver', 'bin', 'tritonserver'),
    libraries: join(packages, 'nvidia_pytriton.libs'),
    messageClasses: join(packages, 'tritonclient', 'grpc'),
  };
  for (const path of Object.values(installation)) {
    if (!existsSync(path)) {
      throw new Error(`no Triton server to compare with: ${path} does not exist (run: npm run setup)`);
    }
  }
  return installation;
}

/** Compiles a C file in this folder to a shared library. */
export function compileLibrary(source: string, directory: string): string {
  mkdirSync(directory, { recursive: true });
  const library = join(directory, source.replace(/c$/, 'so'));
  try {
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, join(__dirname, source)], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`cannot compile ${source} (gcc comes with: npm run setup)`, { cause: error });
  }
  return library;
}
