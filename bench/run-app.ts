import { spawnSync } from 'child_process';
import * as path from 'path';

/** CPU time and memory of a process, including its start. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

/** Runs an app in a separate process, without the validation of CDK. */
export function runApp(script: string, args: string[], cache?: string): Usage {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: path.join(__dirname, '..'),
    encoding: 'utf8',
    env: { ...process.env, CDK_VALIDATION: 'false', ...(cache && { XDG_CACHE_HOME: cache }) },
  });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${stderr}`);
  return JSON.parse(stdout);
}
