import { archives } from './hostile/archives';
import { assemblies } from './hostile/assemblies';
import { configTexts } from './hostile/config-texts';
import { folders } from './hostile/folders';
import { handlers } from './hostile/handlers';
import { HostileInput, runHostile } from './hostile/hostile-run';
import { problemsOf } from './hostile/judge';
import { LibraryInput } from './hostile/library-input';
import { locks } from './hostile/locks';
import { logs } from './hostile/logs';
import { measurements } from './hostile/measurements';
import { modelFiles } from './hostile/model-files';
import { libraryProblems, stopLibrary } from './hostile/run-library';
import { servers, startServers, stopServers } from './hostile/servers';
import { surroundings } from './hostile/surroundings';
import { synthesis } from './hostile/synthesis';

// Whatever the input, the command ends with a status and a message for people, soon and with little memory, and changes nothing that is
// not its own.

/** Inputs of the command, by what they are. */
const COMMAND_INPUTS: Record<string, HostileInput[]> = {
  'texts of config.pbtxt': configTexts,
  'files of models': modelFiles,
  'folders of models': folders,
  'lock files': locks,
  assemblies,
  measurements,
  logs,
  'servers and requests of load': servers,
  'the surroundings of the command': surroundings,
};

/** Inputs of the library and of the handlers. */
const LIBRARY_INPUTS: Record<string, LibraryInput[]> = {
  'archives that are unpacked': archives,
  'files at synthesis': synthesis,
  handlers,
};

beforeAll(startServers);
afterAll(stopServers);
afterAll(stopLibrary);

describe.concurrent.each(Object.entries(COMMAND_INPUTS))('%s', (_, inputs) => {
  test.each(inputs.map((input): [string, HostileInput] => [input.name, input]))('%s', async (_name, input) => {
    expect(problemsOf(input, await runHostile(input))).toEqual([]);
  });
});

describe.each(Object.entries(LIBRARY_INPUTS))('%s', (_, inputs) => {
  test.each(inputs.map((input): [string, LibraryInput] => [input.name, input]))('%s', async (_name, input) => {
    expect(await libraryProblems(input)).toEqual([]);
  });
});

test('the corpus has at least 300 inputs, each with a name of its own', () => {
  const names = [...Object.values(COMMAND_INPUTS), ...Object.values(LIBRARY_INPUTS)].flatMap((inputs) =>
    inputs.map(({ name }) => name),
  );
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(new Set(names).size).toBe(names.length);
});
