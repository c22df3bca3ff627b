import { spawn } from 'child_process';
import { once } from 'events';
import { TritonProcess } from '../../../cli/local/triton-process';

const ADDRESS = { host: '127.0.0.1', port: 9 } as const;

test('the errors of a server are in its log, from which the beginning is dropped if it is long', async () => {
  const program = `
    console.error('E1127 09:00:00.000004 1 pb_stub.cc:366] "ValueError: no weights');
    console.log('x'.repeat(20 * 1024 * 1024));
    console.log('E1127 09:00:00.000004 1 pb_stub.cc:366] "ValueError: no labels');
    process.exitCode = 1;
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['-e', program]);
  const server = new TritonProcess(child, ADDRESS, false, ADDRESS);
  await once(child.stderr, 'data');
  expect(server.errorsSince(0)).toEqual(['"ValueError: no weights']);
  while (server.logLength < 20 * 1024 * 1024) await once(child.stdout, 'data');
  // The server ends only after its output has been read, because TritonProcess waits only briefly for the last output.
  child.stdin.end();
  if (!server.exitSignal.aborted) await once(server.exitSignal, 'abort');
  expect(server.errorsSince(0)).toEqual(['"ValueError: no labels']);
});

test('with --verbose, the log is printed, without commands to the runner of a workflow', async () => {
  const printed = jest.spyOn(console, 'error').mockReturnValue();
  const program = `
    process.stdout.write(':');
    setTimeout(() => process.stdout.write(':error::x'), 50);
    process.exitCode = 1;`;
  const server = new TritonProcess(spawn(process.execPath, ['-e', program]), ADDRESS, true, ADDRESS);
  if (!server.exitSignal.aborted) await once(server.exitSignal, 'abort');
  expect(printed.mock.calls).toEqual([['\\u003a:error::x']]);
  expect(server.logSince(0)).toBe('::error::x');
  printed.mockRestore();
});
