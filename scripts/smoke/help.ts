import assert from 'assert/strict';
import { describe, test } from 'node:test';
import { runExpectingError, runSuccessfully } from './installed';

/** The commands that this suite runs. */
const COMMANDS = [
  'init',
  'import',
  'check',
  'local',
  'consequences',
  'preflight',
  'lock',
  'lock-packages',
  'pack',
  'plan',
  'simulate',
  'trace make bursts',
  'trace make daily',
  'trace make steps',
  'trace fetch',
  'advise',
  'engine',
  'diagnose',
];

/** The commands that a help text lists. */
function commandsIn(help: string): string[] {
  const [, commands = ''] = help.split('\nCommands:\n');
  return [...commands.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
}

describe('--help', () => {
  test('lists exactly the commands that this suite runs', async () => {
    assert.deepEqual(commandsIn(await runSuccessfully(['--help'])), [
      ...new Set(COMMANDS.map((command) => command.split(' ')[0])),
    ]);
    assert.deepEqual(commandsIn(await runSuccessfully(['trace', '--help'])), ['make', 'fetch']);
    assert.deepEqual(commandsIn(await runSuccessfully(['trace', 'make', '--help'])), ['daily', 'bursts', 'steps']);
  });

  for (const command of COMMANDS) {
    test(`prints the usage of ${command}`, async () => {
      assert.match(
        await runSuccessfully([...command.split(' '), '--help']),
        new RegExp(`^Usage: cdk-sagemaker-triton ${command} `),
      );
    });
  }
});

test('rejects an unknown command', async () => {
  assert.match(await runExpectingError(['nonsense']), /unknown command 'nonsense'/);
});
