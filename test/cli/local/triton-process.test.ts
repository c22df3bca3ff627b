import { spawn } from 'child_process';
import { once } from 'events';
import { TritonProcess } from '../../../cli/local/triton-process';
import { metricsDocument } from '../../monitoring/fixtures/metrics-document';

test('the metrics that a server writes into its output are kept, and are not part of its errors', async () => {
  const document = metricsDocument({ ModelName: 'error' });
  const program = `
    console.error('E1127 09:00:00.000004 1 pb_stub.cc:366] "ValueError: no weights');
    console.log(${JSON.stringify(`\n${document}`)});
    process.exitCode = 1;
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['-e', program]);
  const server = new TritonProcess(child, { host: '127.0.0.1', port: 9 }, false);
  // The server ends only after its output has been read, because TritonProcess waits only briefly for the last output.
  await Promise.all([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  child.stdin.end();
  if (!server.exitSignal.aborted) await once(server.exitSignal, 'abort');
  expect(server.errorsSince(0)).toEqual(['"ValueError: no weights']);
  expect(server.serverMetrics).toMatchObject([{ dimensions: { ModelName: 'error' } }]);
});
