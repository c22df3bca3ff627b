/**
 * Measures loading of the library, in addition to the modules of aws-cdk-lib that an endpoint requires. Run by `npm run bench:import [rounds]`.
 */
import { spawnSync } from 'child_process';
import * as path from 'path';
import { print, Row } from './report';

const ROOT = path.join(__dirname, '..');
const MODULES = [
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

interface LoadUsage {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Measures the CPU time in a separate process. aws-cdk-lib loads modules lazily, so all exports are accessed. */
function measureLoad(withLibrary: boolean): LoadUsage {
  const loadAll = (name: string): string =>
    `{ const exports = require('${name}'); Object.keys(exports).forEach((key) => exports[key]); }`;
  const code = `
    const { App } = require('aws-cdk-lib');
    new App();
    ${MODULES.map((name) => loadAll(`aws-cdk-lib/aws-${name}`)).join('\n')}
    ${withLibrary ? loadAll('./dist-js') : ''}
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ milliseconds: (user + system) / 1000, megabytes: process.memoryUsage().rss / 1e6 }));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Returns rows for the difference between loading with and without the library. */
export function importRows(rounds: number): Row[] {
  const [loadsWithLibrary, loadsWithout]: [LoadUsage[], LoadUsage[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    loadsWithout.push(measureLoad(false));
    loadsWithLibrary.push(measureLoad(true));
  }
  const row = (what: string, unit: string, key: keyof LoadUsage, target: string): Row => {
    const [withLibrary, without] = [loadsWithLibrary, loadsWithout].map((loads) =>
      Math.min(...loads.map((each) => each[key])),
    );
    const reference = 'the parts of aws-cdk-lib it needs';
    return {
      measurement: what,
      unit,
      libraryValue: withLibrary - without,
      reference,
      referenceValue: without,
      target,
    };
  };
  return [
    row('loading the library adds', 'ms CPU', 'milliseconds', '<= 0.15'),
    row('memory that the library adds', 'MB', 'megabytes', '<= 0.15'),
  ];
}

if (require.main === module) print(importRows(Number(process.argv[2] ?? 9)));
