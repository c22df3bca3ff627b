import { Command } from 'commander';
import { NegativeResult } from '../../cli/run-program';
import { consequencesCommand } from '../../cli/consequences';
import { unwanted } from '../../cli/consequences/fail-on';
import { runCommand } from './run-command';

const throwing = (problem?: Error): Command =>
  new Command('example').addCommand(
    new Command('work').configureOutput({ writeErr: () => undefined, writeOut: () => undefined }).action(() => {
      if (problem) throw problem;
    }),
  );

test.each([
  ['work that is done', throwing(), ['work'], undefined],
  ['help', throwing(), ['work', '--help'], 0],
  ['a negative result', throwing(new NegativeResult('it cannot be served')), ['work'], 1],
  ['work that cannot be done', throwing(new Error('no file')), ['work'], 2],
  ['a defect of the command', throwing(new TypeError('x is null')), ['work'], 2],
  ['a wrong option', throwing(), ['work', '--wrong'], 2],
])('%s has its exit status', async (_, command, args, status) => {
  expect((await runCommand(command, args)).status).toBe(status);
});

test.each([
  new TypeError("Cannot read properties of undefined (reading 'x')"),
  new RangeError('Invalid string length'),
  new SyntaxError('Unexpected end of JSON input\nand more'),
])('a defect of the command is said in one line, with where to report it: %s', async (problem) => {
  const { stderr } = await runCommand(throwing(problem), ['work']);
  expect(stderr).toMatch(
    /^error: this command has a defect \((Type|Range|Syntax)Error: .*\): please report .* https:.*\/issues$/,
  );
});

describe('consequences --fail-on', () => {
  const stack = {
    stack: 'Serving',
    endpoints: [{ endpoint: 'vision', change: 'updated' as const, newFleet: 'yes' as const, reasons: [] }],
    consequences: [
      { about: 'data' as const, sentence: 'The bucket A is kept.', facts: { policy: 'Retain' } },
      { about: 'data' as const, sentence: 'The bucket B is lost.', facts: { policy: 'Delete' } },
      { about: 'permissions' as const, sentence: 'cdk deploy asks.', facts: { asksForApproval: true } },
    ],
  };

  test.each([
    [['new-fleet'], ['--fail-on new-fleet: Serving: endpoint vision starts a new fleet']],
    [['data-loss'], ['--fail-on data-loss: Serving: The bucket B is lost.']],
    [['permissions', 'endpoint-loss', 'failure'], ['--fail-on permissions: Serving: cdk deploy asks.']],
    [[], []],
  ])('%j', (kinds, found) => {
    expect(unwanted([stack], kinds)).toEqual(found);
  });

  test('accepts only what it knows', async () => {
    const command = consequencesCommand().configureOutput({ writeErr: () => undefined });
    expect((await runCommand(command, ['cdk.out', '--fail-on', 'new-fleets'])).status).toBe(2);
  });
});
