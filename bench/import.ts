/**
 * What loading the library takes, beside loading the parts of aws-cdk-lib that it needs for an endpoint. Run by
 * `npm run bench:import [rounds]`.
 */
import { spawnSync } from 'child_process';
import * as path from 'path';
import { print, Row } from './report';

const ROOT = path.join(__dirname, '..');
const PARTS = [
  'applicationautoscaling',
  'autoscaling-common',
  'cloudwatch',
  'ec2',
  'ecr-assets',
  'events',
  'events-targets',
  'iam',
  'lambda',
  'logs',
  's3',
  'sagemaker',
];

interface Load {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** In a process of its own, in CPU time. Parts of aws-cdk-lib load when something of them is touched, so everything is. */
function load(withLibrary: boolean): Load {
  const touch = (name: string): string =>
    `{ const part = require('${name}'); Object.keys(part).forEach((key) => part[key]); }`;
  const code = `
    const { App } = require('aws-cdk-lib');
    new App();
    ${PARTS.map((name) => touch(`aws-cdk-lib/aws-${name}`)).join('\n')}
    ${withLibrary ? touch('./dist-js') : ''}
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ milliseconds: (user + system) / 1000, megabytes: process.memoryUsage().rss / 1e6 }));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** What the library adds, and what was there before. */
export function importRows(rounds: number): Row[] {
  const [ours, theirs]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push(load(false));
    ours.push(load(true));
  }
  const row = (what: string, unit: string, key: keyof Load, target: string, headline = false): Row => {
    const [more, less] = [ours, theirs].map((loads) => Math.min(...loads.map((each) => each[key])));
    const reference = 'the parts of aws-cdk-lib it needs';
    return { what, unit, ours: more - less, reference, theirs: less, target, headline };
  };
  return [
    row('loading the library adds', 'ms CPU', 'milliseconds', '<= 30 ms', true),
    row('its memory adds', 'MB', 'megabytes', '<= 15 MB'),
  ];
}

if (require.main === module) print(importRows(Number(process.argv[2] ?? 9)));
