import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BEHAVIOURS as AUTOSCALING } from './autoscaling/behaviours';
import { BEHAVIOURS as CLOUDWATCH } from './cloudwatch/behaviours';
import { BEHAVIOURS as SAGEMAKER } from './sagemaker/behaviours';
import { JOB_BEHAVIOURS } from './sagemaker/jobs/behaviours';

const ALL = [...SAGEMAKER, ...JOB_BEHAVIOURS, ...AUTOSCALING, ...CLOUDWATCH];

test('each behaviour has an id of its own and a source', () => {
  const ids = ALL.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ALL.filter(({ source }) => source === '')).toEqual([]);
});

test('each switch in the code is a behaviour in a list', () => {
  const sources = ['sagemaker', join('sagemaker', 'jobs'), 'autoscaling', 'cloudwatch'].flatMap((folder) =>
    filesOf(folder).map((file) => readFileSync(join(__dirname, folder, file), 'utf8')),
  );
  const switched = sources.flatMap((source) => [...source.matchAll(/\.assumes\('([^']+)'\)/g)].map(([, id]) => id));
  expect(switched.length).toBeGreaterThan(0);
  const listed = ALL.map(({ id }) => id);
  expect(switched.filter((id) => !listed.includes(id))).toEqual([]);
});

function filesOf(folder: string): string[] {
  return readdirSync(join(__dirname, folder)).filter((name) => name.endsWith('.ts'));
}
