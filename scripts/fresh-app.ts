/** A folder as a user has it: nothing but a package.json, a cdk.json and what npm installed. */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

export const ROOT = path.join(__dirname, '..');
export const BIN = path.join(ROOT, 'node_modules', '.bin');

/** What `npm pack` made. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: { path: string }[];
}

/** Runs a program in a folder; what it prints. */
export function run(folder: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Packs what would be published, into a folder. */
export function npmPack(folder: string, source = ROOT): Packed {
  const [packed]: Packed[] = JSON.parse(run(source, 'npm', 'pack', '--json', '--silent', '--pack-destination', folder));
  return packed;
}

/** Makes the folder: with packages, and the models that the repository's examples name. */
export function freshApp(folder: string, packages: string[]): void {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  fs.writeFileSync(path.join(folder, 'cdk.json'), '{"app":"npx tsx app.ts"}');
  const options = ['--silent', '--no-audit', '--no-fund', '--prefer-offline', '--strict-peer-deps'];
  run(folder, 'npm', 'install', ...options, ...packages);
  fs.cpSync(path.join(ROOT, 'model-artifacts'), path.join(folder, 'model-artifacts'), { recursive: true });
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
