/** Creates apps in new folders. Like the app of a new user, they contain only a package.json, a cdk.json and installed packages. */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { codeBlockWith } from './markdown-blocks';

export const ROOT = path.join(__dirname, '..');
export const BIN = path.join(ROOT, 'node_modules', '.bin');

/** Runs a program in a folder, and returns its output. */
export function run(folder: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Packs a package into a folder, and returns the name of the tarball. */
export function npmPack(folder: string, source = ROOT): string {
  return run(source, 'npm', 'pack', '--silent', '--pack-destination', folder).trim();
}

/**
 * The tarball of the package: `PACKAGE_TARBALL`, or packed into a folder. Packing changes package.json for a moment, so checks that run at the
 * same time use a tarball that was packed before.
 */
export function packageTarball(folder: string): string {
  return process.env.PACKAGE_TARBALL ?? path.join(folder, npmPack(folder));
}

/** Creates the folder with packages, with the models of the repository's examples, and with the model of the README's stack. */
export function createApp(folder: string, packages: string[]): void {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  fs.writeFileSync(path.join(folder, 'cdk.json'), '{"app":"npx tsx app.ts"}');
  const options = ['--silent', '--no-audit', '--no-fund', '--prefer-offline', '--strict-peer-deps'];
  run(folder, 'npm', 'install', ...options, ...packages);
  fs.cpSync(path.join(ROOT, 'model-artifacts'), path.join(folder, 'model-artifacts'), { recursive: true });
  const copyModel = codeBlockWith(path.join(ROOT, 'README.md'), 'sh', 'mkdir models');
  run(folder, 'bash', '-euc', copyModel.replaceAll('<clone>', ROOT));
}

/** Synthesizes an app. */
export function synthesize(folder: string, source: string, output: string, environment: NodeJS.ProcessEnv = {}): void {
  fs.writeFileSync(path.join(folder, 'app.ts'), source);
  const options = ['--quiet', '--no-version-reporting', `--app=${path.join(BIN, 'tsx')} app.ts`, `--output=${output}`];
  execFileSync(path.join(BIN, 'cdk'), ['synth', ...options], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
