import * as path from 'node:path';
import { writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile metrics of servers, which `advise` reads. */

const ESCAPES = '\u001b[2J\u202e\u009b31m';
const MARKUP = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';

const CONFIG = 'name: "m" max_batch_size: 8 dynamic_batching { max_queue_delay_microseconds: 100000 }';
const NAMES = ['SuccessfulRequests', 'Inferences', 'Executions', 'QueueDuration', 'ComputeDuration', 'PendingRequests'];
/** The documents of 30 minutes with the same values. */
const documents = (values: object, ModelName = 'm'): string =>
  Array.from({ length: 30 }, (_, minute) =>
    JSON.stringify({ _aws: { Timestamp: Date.UTC(2026, 10, 16, 9, minute) }, ModelName, ...values }),
  ).join('\n');
const metrics = (values: number[], model?: string): string =>
  documents(Object.fromEntries(NAMES.map((name, index) => [name, values[index]])), model);

const METRICS: Record<string, string> = {
  'are empty': '',
  'are markup and escape sequences': `${MARKUP}${ESCAPES}`,
  'have the model escape sequences': metrics([600, 600, 300, 6000, 12000, 0], ESCAPES),
  'have 10^300 requests': metrics([1e300, 1e300, 1e300, 1e300, 1e300, 0]),
  'have executions without requests': metrics([0, 600, 300, 6000, 12000, 0]),
  'have requests without executions': metrics([600, 600, 0, 6000, 12000, 0]),
  'have no compute time': metrics([600, 600, 300, 6000, 0, 0]),
  'have a queue time of 10^300': metrics([600, 600, 300, 1e300, 12000, 0]),
  'have negative values in documents': documents({ SuccessfulRequests: -600, Executions: -300, Inferences: -600 }),
  'have a document of 10 MB': `{"_aws":{"Timestamp":1},"ModelName":"${'m'.repeat(10_000_000)}"}`,
  'have 300,000 documents': `${JSON.stringify({ _aws: { Timestamp: 1 }, ModelName: 'm' })}\n`.repeat(300_000),
};

const adviseInput = (name: string, log: string, config: string, ...options: string[]): HostileInput => ({
  name,
  write: (folder) => writeFiles(folder, { 'log.jsonl': log, 'config.pbtxt': config }),
  args: (folder) => [
    ...['advise', path.join(folder, 'log.jsonl'), '--config', path.join(folder, 'config.pbtxt')],
    ...['--json', path.join(folder, 'result.json'), ...options],
  ],
  mayWrite: /^result\.json$/,
});

const VALID = metrics([600, 600, 300, 6000, 12000, 0]);

export const serverMetrics: HostileInput[] = [
  ...Object.entries(METRICS).map(([name, log]) => adviseInput(`server metrics that ${name}`, log, CONFIG)),
  adviseInput('server metrics, and a max_batch_size of 2^31 - 1', VALID, CONFIG.replace('8', '2147483647')),
  adviseInput(
    'server metrics, and 2^31 - 1 model instances',
    VALID,
    `${CONFIG} instance_group [ { count: 2147483647 } ]`,
  ),
  adviseInput('server metrics, and a queue delay of 2^63', VALID, CONFIG.replace('100000', '9223372036854775807')),
  adviseInput('server metrics, and a latency of 10^300 milliseconds', VALID, CONFIG, '--latency=1e300'),
  adviseInput('server metrics, and a latency of almost 0', VALID, CONFIG, '--latency=1e-300'),
];
