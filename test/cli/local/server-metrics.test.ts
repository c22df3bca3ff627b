import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { serverMetricsFile } from '../../../cli/assembly/measurements';
import { ServerMetricsRecorder } from '../../../cli/local/server-metrics';

const assembly = fs.mkdtempSync(path.join(os.tmpdir(), 'server-metrics-'));
afterAll(() => fs.rmSync(assembly, { recursive: true }));

test('the documents of the metrics exporter are kept, also those that arrive in parts', () => {
  const file = serverMetricsFile(assembly, 'vision', 'AllTraffic');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, 'documents of the previous run');
  const recorder = new ServerMetricsRecorder(assembly, 'vision', 'AllTraffic');
  expect(fs.existsSync(file)).toBe(false);
  for (const part of [
    'I1123 started\n{"_aws":',
    '{"Timestamp":1},"Model',
    'Name":"é"}\n',
    `"_aws"${'x'.repeat(5000)}\n`,
  ])
    recorder.add(Buffer.from(part));
  expect(fs.readFileSync(file, 'utf8')).toBe('{"_aws":{"Timestamp":1},"ModelName":"é"}\n');
});
