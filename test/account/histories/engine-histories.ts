import { Switches } from '../behavior';
import { deploy, Incident, Step } from './steps';

/** A sequence of deployments (a history) that build TensorRT engines, and the expected results. */
export interface EngineHistory {
  readonly title: string;
  readonly history: readonly Step[];
  /** The expected result of each step. The deletion of the stack, which follows, is not included. */
  readonly results: readonly RegExp[];
  /** The expected processing and training jobs, in any order. */
  readonly jobs: readonly string[];
  readonly switches?: Switches;
}

const SUCCEEDED = /: (CREATE|UPDATE)_COMPLETE$/;
const G5 = 'processing on ml.g5.xlarge';

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
];

/** Histories with multi-model endpoints. Deployments pack their engines into archives. */
export const ARCHIVE_HISTORIES: readonly EngineHistory[] = [
  {
    title: 'if only the configuration of the model changes, the same engine is packed again without a new build',
    history: [deploy('archived engine'), deploy('archived engine, other configuration')],
    results: [SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
  {
    title: 'if the new engine cannot be built, the old archive serves, and the next deployment builds again',
    history: [
      deploy('archived engine'),
      deploy('archived engine, other weights', buildFailure('Error Code 4: no plugin for operator X')),
      deploy('archived engine, other weights'),
    ],
    results: [SUCCEEDED, rolledBack('UPDATE_ROLLBACK', /Error Code 4: no plugin for operator X/), SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Failed`, `${G5}: Completed`],
  },
  {
    title: 'a deployment that is rolled back keeps the previous archive, and the next deployment does not build',
    history: [
      deploy('archived engine'),
      deploy('archived engine, other weights', { kind: 'new version does not start' }),
      deploy('archived engine, other weights'),
    ],
    results: [SUCCEEDED, rolledBack('UPDATE_ROLLBACK', /ping health check/), SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    title: 'below an open prefix, the archive of a new engine is added to the old archive',
    history: [
      deploy('archived engine, open prefix'),
      deploy('archived engine, open prefix, other weights'),
      deploy('archived engine, open prefix'),
    ],
    results: [SUCCEEDED, SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    title: 'archives in an encrypted bucket are encrypted with the key of the bucket',
    history: [deploy('archived engine, encrypted bucket')],
    results: [SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
  {
    title: 'an archive in a user’s bucket contains the engine that an earlier stack has built there',
    history: [deploy('engine in a shared bucket'), deploy('archived engine, shared bucket')],
    results: [SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
  {
    title: 'the engine of a model that is added to an endpoint in a VPC is built in this VPC',
    history: [deploy('archived engine, added later')],
    results: [SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
];

const FIRST_DEPLOYMENT = deploy('engine');

/** Further histories, which only `engines.proof.test.ts` runs. */
export const PROOF_HISTORIES: readonly EngineHistory[] = [
  {
    title: 'a different GPU requires a separate build',
    history: [deploy('engine of two variants'), deploy('engines for two GPUs')],
    results: [SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`, 'processing on ml.g6.xlarge: Completed'],
  },
  {
    title: 'a failed build stops the other builds of its deployment, and incomplete files are not used',
    history: [
      deploy('engines for two GPUs', { kind: 'build fails', message: 'no tactic', on: 'ml.g6.xlarge' }),
      deploy('engines for two GPUs'),
    ],
    results: [rolledBack('ROLLBACK', /no tactic/), SUCCEEDED],
    jobs: [
      `${G5}: Stopped`,
      'processing on ml.g6.xlarge: Failed',
      `${G5}: Completed`,
      'processing on ml.g6.xlarge: Completed',
    ],
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
    title: 'a training job builds the engine for an instance type that processing jobs do not support',
    history: [deploy('engine that a training job builds')],
    results: [SUCCEEDED],
    jobs: ['training on ml.p4d.24xlarge: Completed'],
  },
  {
    title: 'the reason of a failed training job is reported',
    history: [deploy('engine that a training job builds', buildFailure('out of GPU memory'))],
    results: [rolledBack('ROLLBACK', /AlgorithmError: out of GPU memory/)],
    jobs: ['training on ml.p4d.24xlarge: Failed'],
  },
  {
    title: 'if the driver of processing jobs is too old, a training job builds the engine, also in later deployments',
    history: [deploy('engine with CUDA 13'), deploy('no engine'), deploy('engine with CUDA 13')],
    results: [SUCCEEDED, SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Failed`, 'training on ml.g5.xlarge: Completed', 'training on ml.g5.xlarge: Completed'],
  },
  {
    title: 'the processing job and the training job have network interfaces in a VPC, which are deleted with the stack',
    history: [deploy('engine with CUDA 13 in a VPC')],
    results: [SUCCEEDED],
    jobs: [`${G5}: Failed`, 'training on ml.g5.xlarge: Completed'],
  },
  {
    title: 'a training job that exceeds its time limit is stopped',
    history: [deploy('engine with CUDA 13 in a VPC', { kind: 'build takes hours', hours: 2 })],
    results: [rolledBack('ROLLBACK', /55 minutes.*Before it: processing job .* runs CUDA 12.4/)],
    jobs: [`${G5}: Failed`, 'training on ml.g5.xlarge: Stopped'],
  },
  {
    title: 'if the driver of processing jobs supports the image, one processing job builds the engine',
    history: [deploy('engine with CUDA 13')],
    results: [SUCCEEDED],
    jobs: [`${G5}: Completed`],
    switches: { 'sagemaker.processing-has-an-older-driver': false },
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
    jobs: ['processing on ml.g7.2xlarge: Completed'],
  },
  ...(['engine', 'engine, other weights'] as const).map((version) => failedBuildHistories(version)).flat(),
  {
    title: 'a build in advance can take ten hours',
    history: [deploy('engine in advance, within 11 hours', { kind: 'build takes hours', hours: 10 })],
    results: [SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
  {
    title: 'a build in advance is stopped when it exceeds its time limit',
    history: [deploy('engine in advance, within 11 hours', { kind: 'build takes hours', hours: 13 })],
    results: [rolledBack('ROLLBACK', /did not end within 660 minutes/)],
    jobs: [`${G5}: Stopped`],
  },
  {
    title: 'a failed build in advance fails the stack, and the next deployment builds again',
    history: [
      deploy('engine in advance'),
      deploy('engine in advance, other weights', buildFailure('no plugin')),
      deploy('engine in advance, other weights'),
      deploy('engine in advance'),
    ],
    results: [SUCCEEDED, rolledBack('UPDATE_ROLLBACK', /received failed message.*no plugin/), SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`, `${G5}: Failed`, `${G5}: Completed`],
  },
  {
    title: 'the time limit of a build in advance can be changed afterwards',
    history: [deploy('engine in advance'), deploy('engine in advance, within 11 hours')],
    results: [SUCCEEDED, SUCCEEDED],
    jobs: [`${G5}: Completed`],
  },
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
      /the quota 'ml.g5.xlarge for processing job usage' .* is 0/,
    ),
    history('no capacity', { kind: 'build finds no capacity' }, /AWS had no free capacity for ml.g5.xlarge/, 'Failed'),
    history('insufficient GPU memory', buildFailure(memoryError), new RegExp(memoryError), 'Failed'),
    history('an unsupported operator', buildFailure('no importer for X'), /no importer for X/, 'Failed'),
    history('an old driver', buildFailure('the driver is too old'), /the driver is too old/, 'Failed'),
    history('an exceeded time limit', { kind: 'build takes hours', hours: 2 }, /55 minutes.*TensorRtEngine/, 'Stopped'),
  ];
}
