import { Command } from 'commander';
import { NegativeResultError } from '../../cli/run-program';
import { consequencesCommand } from '../../cli/consequences';
import { matchingFailOn } from '../../cli/consequences/fail-on';
import { runCommand } from './run-command';

/** Returns a program with the command `work`, which throws `problem` if `problem` is defined. */
const programThatThrows = (problem?: Error): Command =>
  new Command('example').addCommand(
    new Command('work').configureOutput({ writeErr: () => undefined, writeOut: () => undefined }).action(() => {
      if (problem) throw problem;
    }),
  );

test.each([
  ['a command that succeeds', programThatThrows(), ['work'], undefined],
  ['a request for help', programThatThrows(), ['work', '--help'], 0],
  ['a negative result', programThatThrows(new NegativeResultError('it cannot be served')), ['work'], 1],
  ['a command that throws an error', programThatThrows(new Error('no file')), ['work'], 2],
  ['a defect of the command', programThatThrows(new TypeError('x is null')), ['work'], 2],
  ['an unknown option', programThatThrows(), ['work', '--wrong'], 2],
])('%s results in the documented exit status', async (_, command, args, status) => {
  expect((await runCommand(command, args)).status).toBe(status);
});

test.each([
  new TypeError("Cannot read properties of undefined (reading 'x')"),
  new RangeError('Invalid string length'),
  new SyntaxError('Unexpected end of JSON input\nand more'),
])('a defect (bug) of the command is reported in one line with the URL for bug reports: %s', async (problem) => {
  const { stderr } = await runCommand(programThatThrows(problem), ['work']);
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
  ])('with the values %j finds the matching consequences', (kinds, found) => {
    expect(matchingFailOn([stack], kinds)).toEqual(found);
  });

  test('accepts only known values', async () => {
    const command = consequencesCommand().configureOutput({ writeErr: () => undefined });
    expect((await runCommand(command, ['cdk.out', '--fail-on', 'new-fleets'])).status).toBe(2);
  });
});
