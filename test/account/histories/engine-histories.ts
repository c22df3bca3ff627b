import { Switches } from '../behavior';
import { deploy, Incident, Step } from './steps';

/** A sequence of deployments (a history) that build TensorRT engines, and the expected results. */
export interface EngineHistory {
  readonly title: string;
  readonly history: readonly Step[];
  /** The expected result of each step. The deletion of the stack, which follows, is not included. */
  readonly results: readonly RegExp[];
  /** The expected jobs, in any order. */
  readonly jobs: readonly string[];
  readonly switches?: Switches;
}

const SUCCEEDED = /: (CREATE|UPDATE)_COMPLETE$/;
const G5 = 'ml.g5.xlarge';

/** Matches the result of a deployment that is rolled back for a reason. */
function rolledBack(status: 'ROLLBACK' | 'UPDATE_ROLLBACK', reason: RegExp): RegExp {
  return new RegExp(`: ${status}_COMPLETE \\(.*${reason.source}`);
}

function buildFailure(message: string): Incident {
  return { kind: 'build fails', message };
}

/** Histories that the system tests run. Each takes some seconds. */
export const SYSTEM_HISTORIES: readonly EngineHistory[] = [
  {
    title: 'an engine is built once: neither the same deployment nor a different configuration builds it again',
    history: [deploy('engine'), deploy('engine'), deploy('engine, other configuration')],
    results: [SUCCEEDED, SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
  {
    title: 'if the build of a new engine fails, the old engine serves, and the next deployment builds again',
    history: [
      deploy('engine'),
      deploy('engine, other weights', buildFailure('Error Code 4: no plugin for operator X')),
      deploy('engine, other weights'),
    ],
    results: [SUCCEEDED, rolledBack('UPDATE_ROLLBACK', /Error Code 4: no plugin for operator X/), SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Failed`, `${G5}: Completed`],
  },
  {
    title: 'an engine is kept if its deployment is rolled back, and the next deployment does not build it',
    history: [
      deploy('engine'),
      deploy('engine, other weights', { kind: 'new version does not start' }),
      deploy('engine, other weights'),
    ],
    results: [SUCCEEDED, rolledBack('UPDATE_ROLLBACK', /ping health check/), SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    title: 'a rolled back update of a multi-model endpoint keeps the previous archive, and the next one does not build',
    history: [
      deploy('archived engine'),
      deploy('archived engine, other weights', { kind: 'new version does not start' }),
      deploy('archived engine, other weights'),
    ],
    results: [SUCCEEDED, rolledBack('UPDATE_ROLLBACK', /ping health check/), SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
];

const FIRST_DEPLOYMENT = deploy('engine');

/** Further histories, which only `engines.proof.test.ts` runs. */
export const PROOF_HISTORIES: readonly EngineHistory[] = [
  {
    title: 'a different GPU requires a separate build',
    history: [deploy('engine of two variants'), deploy('engines for two GPUs')],
    results: [SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`, 'ml.g6.xlarge: Completed'],
  },
  {
    title: 'a failed build stops the other builds of its deployment, and incomplete files are not used',
    history: [
      deploy('engines for two GPUs', { kind: 'build fails', message: 'no tactic', on: 'ml.g6.xlarge' }),
      deploy('engines for two GPUs'),
    ],
    results: [rolledBack('ROLLBACK', /no tactic/), SUCCEEDED],
    jobs: [`${G5}: Stopped`, 'ml.g6.xlarge: Failed', `${G5}: Completed`, 'ml.g6.xlarge: Completed'],
  },
  {
    title: 'an engine that the stack does not use is kept, and not built again',
    history: [FIRST_DEPLOYMENT, deploy('engine, other weights'), FIRST_DEPLOYMENT],
    results: [SUCCEEDED, SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    title: 'a stack whose model no longer has an engine deletes the engines in its own bucket',
    history: [FIRST_DEPLOYMENT, deploy('no engine'), FIRST_DEPLOYMENT],
    results: [SUCCEEDED, SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    title: 'with a quota of one job, three engines for one instance type are built',
    history: [deploy('three engines', { kind: 'builds have a quota of one' })],
    results: [SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Completed`, `${G5}: Completed`],
  },
  {
    title: 'a job has network interfaces in the VPC of its endpoint, which are deleted with the stack',
    history: [deploy('engine in a VPC')],
    results: [SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
  {
    title: 'engines in an encrypted bucket are encrypted with the key of the bucket',
    history: [deploy('engine in an encrypted bucket')],
    results: [SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
  {
    title: 'the volume of a job is encrypted with the key of the endpoint if SageMaker supports a key',
    history: [deploy('encrypted volumes')],
    results: [SUCCEEDED],
    jobs: ['ml.g7.2xlarge: Completed'],
  },
  ...(['engine', 'engine, other weights'] as const).map((version) => failedBuildHistories(version)).flat(),
];

/** Histories in which the engine cannot be built: during the creation of the stack, or in an update. */
function failedBuildHistories(version: 'engine' | 'engine, other weights'): EngineHistory[] {
  const isCreation = version === 'engine';
  const history = (cause: string, incident: Incident, reason: RegExp, job?: string): EngineHistory => ({
    title: `${cause} fails ${isCreation ? 'the creation of a stack' : 'an update'}, with this reason`,
    history: isCreation ? [deploy(version, incident)] : [FIRST_DEPLOYMENT, deploy(version, incident)],
    results: [...(isCreation ? [] : [SUCCEEDED]), rolledBack(isCreation ? 'ROLLBACK' : 'UPDATE_ROLLBACK', reason)],
    jobs: [...(isCreation ? [] : [`${G5}: Completed`]), ...(job === undefined ? [] : [`${G5}: ${job}`])],
  });
  const memoryError = 'trtexec: Requested amount of GPU memory could not be allocated';
  return [
    history(
      'a quota of zero',
      { kind: 'build has no quota' },
      /the quota 'ml.g5.xlarge for training job usage' .* is 0/,
    ),
    history('no capacity', { kind: 'build finds no capacity' }, /AWS had no free capacity for ml.g5.xlarge/, 'Failed'),
    history('insufficient GPU memory', buildFailure(memoryError), new RegExp(memoryError), 'Failed'),
    history('an unsupported operator', buildFailure('no importer for X'), /no importer for X/, 'Failed'),
    history('an old driver', buildFailure('the driver is too old'), /the driver is too old/, 'Failed'),
    history(
      'an exceeded time limit',
      { kind: 'build takes hours', hours: 2 },
      /55 minutes.*on your own host/,
      'Stopped',
    ),
  ];
}
