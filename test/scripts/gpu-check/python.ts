import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

export const ROOT = path.join(__dirname, '../../..');
export const SOURCES = path.join(ROOT, 'scripts/gpu-check');
const MODULES = [SOURCES, path.join(ROOT, 'lib/engine/container')];

/** Runs Python with additional module folders and a folder of programs at the start of PATH. Returns the JSON in the last line of its output. */
export function python(
  statements: string,
  { program = 'python3', programs = '', modules = '', env = {} } = {},
): unknown {
  const { stdout, stderr } = spawnSync(program, ['-B', '-c', `import json\n${statements}`], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PYTHONPATH: [...MODULES, modules].join(':'),
      PATH: `${programs}:${process.env.PATH}`,
      ...env,
    },
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
