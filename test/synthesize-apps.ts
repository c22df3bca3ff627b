import { execFileSync } from 'node:child_process';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..');

/** The deployable apps of the repository. */
export const APPS = [
  'bin/app.ts',
  'integ/realtime.ts',
  'integ/multi-model.ts',
  'integ/asynchronous.ts',
  'integ/vpc.ts',
  'integ/engine.ts',
  'integ/recommender.ts',
];

/** Synthesizes apps of the repository in one process, each app into a folder with its name. Returns the thrown errors by app. */
export function synthesizeApps(apps: string[], folder: string, env: NodeJS.ProcessEnv = {}): Record<string, string> {
  const tsx = path.join(ROOT, 'node_modules', '.bin', 'tsx');
  const output = execFileSync(tsx, [path.join(__dirname, 'synthesize-process.ts'), folder, ...apps], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return JSON.parse(output) as Record<string, string>;
}
