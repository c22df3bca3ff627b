import { spawn } from 'child_process';
import { once } from 'events';
import { TritonProcess } from '../../../cli/local/triton-process';
import { metricsDocument } from '../../monitoring/fixtures/metrics-document';

test('the metrics that a server writes into its output are kept, and are not part of its errors', async () => {
  const document = metricsDocument({ ModelName: 'error' });
  const program = `
    console.error('E1127 09:00:00.000004 1 pb_stub.cc:366] "ValueError: no weights');
    console.log(${JSON.stringify(`\n${document}`)});
    process.exitCode = 1;`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = new TritonProcess(child, { host: '127.0.0.1', port: 9 }, false);
  if (!server.exitSignal.aborted) await once(server.exitSignal, 'abort');
  expect(server.errorsSince(0)).toEqual(['"ValueError: no weights']);
  expect(server.serverMetrics).toMatchObject([{ dimensions: { ModelName: 'error' } }]);
});
