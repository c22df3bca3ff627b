import pLimit from 'p-limit';
import { configTexts } from './hostile/config-texts';
import { folders } from './hostile/folders';
import { handlers } from './hostile/handlers';
import { HostileInput, runHostile } from './hostile/hostile-run';
import { commandProblems } from './hostile/command-problems';
import { LibraryInput } from './hostile/library-input';
import { locks } from './hostile/locks';
import { logs } from './hostile/logs';
import { measurements } from './hostile/measurements';
import { modelFiles } from './hostile/model-files';
import { repositories } from './hostile/repositories';
import { findLibraryProblems, stopLibrary } from './hostile/run-library';
import { serverMetrics } from './hostile/server-metrics';
import { traces } from './hostile/traces';
import { commandEnvironments } from './hostile/command-environments';
import { synthesis } from './hostile/synthesis';
import { sample } from '../setup/proof';

// With each hostile input, the command ends with a status and a readable message. It does not hang, uses little memory, and changes only its
// own files.

/** Inputs of the command, by category. */
const COMMAND_INPUTS: Record<string, HostileInput[]> = {
  'config.pbtxt texts': configTexts,
  'model files': modelFiles,
  'model folders': folders,
  'model repositories': repositories,
  'lock files': locks,
  measurements,
  'traces of requests': traces,
  'metrics of servers': serverMetrics,
  logs,
  'the environment of the command': commandEnvironments,
};

/** Inputs of the library and of the Lambda handlers, by category. */
const LIBRARY_INPUTS: Record<string, LibraryInput[]> = {
  'files that synthesis reads': synthesis,
  handlers,
};

const commandInputs = Object.values(COMMAND_INPUTS).flatMap((inputs) => sample(inputs, 1));
/** At most five commands run concurrently. */
const limit = pLimit(5);
const problemsByInput = new Map<HostileInput, Promise<string[]>>();

/**
 * Runs the command on an input, and returns the problems of the run. Also starts the commands of the next inputs, because each test waits
 * for a single command, and the commands would otherwise not run concurrently.
 */
function findProblems(input: HostileInput): Promise<string[]> | undefined {
  const firstIndex = commandInputs.indexOf(input);
  for (const next of commandInputs.slice(firstIndex, firstIndex + 20)) {
    if (problemsByInput.has(next)) continue;
    const problemsOfInput = limit(async () => commandProblems(next, await runHostile(next)));
    problemsOfInput.catch(() => undefined); // the test of the input reports the error
    problemsByInput.set(next, problemsOfInput);
  }
  return problemsByInput.get(input);
}

afterAll(stopLibrary);

describe.each(Object.entries(COMMAND_INPUTS))('%s', (_, inputs) => {
  test.each(sample(inputs, 1).map((input): [string, HostileInput] => [input.name, input]))(
    '%s: the command has no problem',
    async (_name, input) => {
      expect(await findProblems(input)).toEqual([]);
    },
  );
});

describe.each(Object.entries(LIBRARY_INPUTS))('%s', (_, inputs) => {
  test.each(sample(inputs, 2).map((input): [string, LibraryInput] => [input.name, input]))(
    '%s: the library has no problem',
    async (_name, input) => {
      expect(await findLibraryProblems(input)).toEqual([]);
    },
  );
});

test('the corpus has at least 300 inputs with unique names', () => {
  const names = [...Object.values(COMMAND_INPUTS), ...Object.values(LIBRARY_INPUTS)].flatMap((inputs) =>
    inputs.map(({ name }) => name),
  );
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(new Set(names).size).toBe(names.length);
});
