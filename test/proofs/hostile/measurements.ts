import * as path from 'node:path';
import { createPipe, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile measurements, which `plan` reads. */

const ESCAPES = '\u001b[2J\u202e\u009b31m';
const MARKUP = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
/** The lines for the indexes from 0 to the count (exclusive). */
const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${row(index)}\n`).join('');

const HEADER =
  'instance_type,batch,milliseconds,configuration,instances_per_gpu,gpu_model,triton_release,measured_on\n';
const table = (...lines: string[]): string => `${HEADER}${lines.join('\n')}\n`;

const TABLES: Record<string, string | Buffer> = {
  'is empty': '',
  'has only a header': HEADER,
  'has a byte order mark and carriage returns': `\ufeff${table('ml.g5.xlarge,1,10,,,,,').replaceAll('\n', '\r\n')}`,
  'has an unclosed quote': `${HEADER}"${'x,'.repeat(1_000_000)}`,
  'has columns named like members of prototypes':
    '__proto__,constructor,instance_type,batch,milliseconds\nx,y,ml.g5.xlarge,1,10\n',
  'has 400,000 rows': `${HEADER}${rows(400_000, (index) => `ml.g5.xlarge,${index + 1},10,,,,,`)}`,
  'has 100,000 configurations': `${HEADER}${rows(100_000, (index) => `ml.g5.xlarge,1,10,c${index},,,,`)}`,
  'has the largest and the smallest number': table('ml.g5.xlarge,1,1e308,,,,,', 'ml.g5.xlarge,2,1e-308,,,,,'),
  'has hexadecimal numbers and infinities': table(
    'ml.g5.xlarge,0x10,Infinity,,,,,',
    'ml.g5.xlarge,1,NaN,,,,,',
    'ml.g5.xlarge,1,١٢,,,,,',
  ),
  'has a number of 1,000,000 digits': table(`ml.g5.xlarge,${'9'.repeat(1_000_000)},1,,,,,`),
  'has escape sequences': table(`ml.g5.xlarge,1,10,${ESCAPES},1,${ESCAPES},${ESCAPES},${ESCAPES}`),
  'has markup': table(`ml.g5.xlarge,1,10,${MARKUP},,${MARKUP},24.05,2026-01-01`),
  'has a configuration of 5 MB': table(`ml.g5.xlarge,1,10,${'x'.repeat(5 << 20)},,,,`),
  'has 1,000,000,000 instances on a GPU': table('ml.g5.xlarge,1,10,,1000000000,,,'),
  'has a latency of one nanosecond': table('ml.g5.xlarge,1,0.000001,,,,,'),
};

/** The arguments of `plan`, which always writes a JSON file. */
const planArguments =
  (args: (folder: string) => string[], load = '100', latency = '50'): HostileInput['args'] =>
  (folder) => [
    'plan',
    '--requests-per-second',
    load,
    '--latency',
    latency,
    '--json',
    path.join(folder, 'plan.json'),
    ...args(folder),
  ];
const checks = { mayWrite: /^plan\.json$/ };

const latencyTableInput = ([description, text]: [string, string | Buffer]): HostileInput => ({
  name: `a latency table that ${description}`,
  write: (folder) => writeFiles(folder, { 't.csv': text }),
  args: planArguments((folder) => ['--latency-table', path.join(folder, 't.csv')]),
  ignoredOutput: "'NaN'",
  ...checks,
});

const VALID_TABLE = table('ml.g5.xlarge,1,5,,,,,', 'ml.g5.xlarge,8,20,,,,,');
/** An input with unusual numbers for the planned load. */
const planInput = (description: string, load: string, latency: string, ...options: string[]): HostileInput => ({
  name: `a plan for ${description}`,
  write: (folder) => writeFiles(folder, { 't.csv': VALID_TABLE }),
  args: planArguments((folder) => ['--latency-table', path.join(folder, 't.csv'), ...options], load, latency),
  ...checks,
});

const enginePlanInput = (description: string, json: string): HostileInput => ({
  name: `a plan from an engine that ${description}`,
  write: (folder) => writeFiles(folder, { 'model.plan.json': json }),
  args: planArguments((folder) => ['--engine', `ml.g5.xlarge=${path.join(folder, 'model.plan.json')}`]),
  ...checks,
});

const RESULTS =
  'configuration,tensorrt,dynamic_batching,instance_group_count,instance_type,vcpus,gpus,memory_gb,initial_instance_count,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd\n';
const REPORTS: Record<string, [string, string | Buffer]> = {
  'is null': ['json', 'null'],
  'is nested 200,000 deep': ['json', '['.repeat(200_000)],
  'has 500,000 values of NaN': ['json', `[${'NaN,'.repeat(500_000)}Infinity]`],
  'has markup and escape sequences': ['csv', `${RESULTS}${MARKUP}${ESCAPES},yes,no,1,ml.g5.xlarge,4,1,16,1,60,5,1\n`],
  'has an unknown extension': ['txt', 'x'],
};

export const measurements: HostileInput[] = [
  ...Object.entries(TABLES).map(latencyTableInput),
  planInput('10^15 requests per second', '1e15', '50'),
  planInput('10^300 requests per second', '1e300', '50'),
  planInput('a latency of almost 0', '100', '1e-300'),
  { ...planInput('a latency that is not a number', '100', 'NaN'), ignoredOutput: "'NaN'" },
  planInput('a percentile of 100', '100', '50', '--percentile=100'),
  planInput('a percentile of 99.9999999999', '100', '50', '--percentile=99.9999999999'),
  planInput('an infinite headroom', '100', '50', '--headroom=Infinity'),
  enginePlanInput('is null', 'null'),
  enginePlanInput('is nested 200,000 deep', '{"a":'.repeat(200_000)),
  enginePlanInput(
    'has a GPU with escape sequences',
    JSON.stringify({ gpu: ESCAPES, image: ESCAPES, latency: [{ batch: 1, mean: 5 }] }),
  ),
  {
    name: 'a latency table that is a pipe',
    write: (folder) => createPipe(path.join(folder, 't.csv')),
    args: planArguments((folder) => ['--latency-table', path.join(folder, 't.csv')]),
  },
  {
    name: 'a report of Model Analyzer with invalid instance groups',
    write: (folder) =>
      writeFiles(folder, {
        'm.csv': `Model,Batch,Concurrency,Instance Group,Throughput (infer/sec),p99 Latency (ms)\nm,1,1,${'9'.repeat(400)}:GPU,1e308,1\nm,1,0,x/y,-1,\n`,
      }),
    args: planArguments((folder) => ['--instance-type=ml.g5.xlarge', '--model-analyzer', path.join(folder, 'm.csv')]),
    ...checks,
  },
  ...Object.entries(REPORTS).map(([description, [extension, text]]): HostileInput => ({
    name: `results of a benchmark whose file ${description}`,
    write: (folder) => writeFiles(folder, { [`results.${extension}`]: text }),
    args: planArguments((folder) => ['--inference-recommender', path.join(folder, `results.${extension}`)]),
    ...checks,
  })),
];
