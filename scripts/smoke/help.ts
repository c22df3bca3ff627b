import assert from 'assert/strict';
import { describe, test } from 'node:test';
import { fail, succeed } from './installed';

/** What this suite tries. */
const VERBS = [
  'init',
  'check',
  'local',
  'dashboard',
  'consequences',
  'preflight',
  'lock',
  'pack',
  'load',
  'plan',
  'recommend report',
  'recommend fetch',
  'engine',
  'diagnose',
];

/** The commands that a help text lists. */
function listed(help: string): string[] {
  const [, commands = ''] = help.split('\nCommands:\n');
  return [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
}

describe('--help', () => {
  test('lists the verbs that this suite tries, and no other', async () => {
    assert.deepEqual(listed(await succeed(['--help'])), [...new Set(VERBS.map((verb) => verb.split(' ')[0]))]);
    assert.deepEqual(listed(await succeed(['recommend', '--help'])), ['report', 'fetch']);
  });

  for (const verb of VERBS) {
    test(`of ${verb}`, async () => {
      assert.match(await succeed([...verb.split(' '), '--help']), new RegExp(`^Usage: cdk-sagemaker-triton ${verb} `));
    });
  }
});

test('refuses a verb that there is not', async () => {
  assert.match(await fail(['nonsense']), /unknown command 'nonsense'/);
});
