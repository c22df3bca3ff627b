import { Switches } from '../behaviour';
import { deploy, Mishap, Step } from './steps';

/** What happens to deployments that build engines, and what has to come of it. */
export interface Story {
  readonly sentence: string;
  readonly history: readonly Step[];
  /** How each step ends, the deletion of the stack excepted. */
  readonly ends: readonly RegExp[];
  /** The jobs that there were then, in any order. */
  readonly jobs: readonly string[];
  readonly switches?: Switches;
}

const GREEN = /: (CREATE|UPDATE)_COMPLETE$/;
const G5 = 'processing on ml.g5.xlarge';

/** A deployment that goes back, with a sentence that says why. */
function red(status: 'ROLLBACK' | 'UPDATE_ROLLBACK', why: RegExp): RegExp {
  return new RegExp(`: ${status}_COMPLETE \\(.*${why.source}`);
}

function fails(message: string): Mishap {
  return { kind: 'build fails', message };
}

/** Of the suite: each takes seconds. */
export const SYSTEM_STORIES: readonly Story[] = [
  {
    sentence: 'an engine is built once: neither the same deployment nor another configuration builds it again',
    history: [deploy('engine'), deploy('engine'), deploy('engine, other configuration')],
    ends: [GREEN, GREEN, GREEN],
    jobs: [`${G5}: Completed`],
  },
  {
    sentence: 'when the build of another engine fails, the old one serves, and the next deployment builds anew',
    history: [
      deploy('engine'),
      deploy('engine, other weights', fails('Error Code 4: no plugin for operator X')),
      deploy('engine, other weights'),
    ],
    ends: [GREEN, red('UPDATE_ROLLBACK', /Error Code 4: no plugin for operator X/), GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Failed`, `${G5}: Completed`],
  },
  {
    sentence: 'an engine that was built stays when its deployment goes back, and the next one builds nothing',
    history: [
      deploy('engine'),
      deploy('engine, other weights', { kind: 'new fleet does not start' }),
      deploy('engine, other weights'),
    ],
    ends: [GREEN, red('UPDATE_ROLLBACK', /ping health check/), GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
];

/** Of multi-model endpoints, whose engines are packed into archives. */
export const ARCHIVE_STORIES: readonly Story[] = [
  {
    sentence: 'another configuration of the model packs the same engine again',
    history: [deploy('archived engine'), deploy('archived engine, other configuration')],
    ends: [GREEN, GREEN],
    jobs: [`${G5}: Completed`],
  },
  {
    sentence: 'when the new engine cannot be built, the old archive is served, and the next deployment builds anew',
    history: [
      deploy('archived engine'),
      deploy('archived engine, other weights', fails('Error Code 4: no plugin for operator X')),
      deploy('archived engine, other weights'),
    ],
    ends: [GREEN, red('UPDATE_ROLLBACK', /Error Code 4: no plugin for operator X/), GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Failed`, `${G5}: Completed`],
  },
  {
    sentence: 'a deployment that goes back leaves the archive of before, and the next one builds nothing',
    history: [
      deploy('archived engine'),
      deploy('archived engine, other weights', { kind: 'new fleet does not start' }),
      deploy('archived engine, other weights'),
    ],
    ends: [GREEN, red('UPDATE_ROLLBACK', /ping health check/), GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    sentence: 'under an open prefix the archive of another engine comes beside the old one',
    history: [
      deploy('archived engine, open prefix'),
      deploy('archived engine, open prefix, other weights'),
      deploy('archived engine, open prefix'),
    ],
    ends: [GREEN, GREEN, GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    sentence: 'a bucket with a key gets archives that are encrypted with it',
    history: [deploy('archived engine, encrypted bucket')],
    ends: [GREEN],
    jobs: [`${G5}: Completed`],
  },
  {
    sentence: 'an archive in a bucket of the user’s has the engine that a stack before has built there',
    history: [deploy('engine in a shared bucket'), deploy('archived engine, shared bucket')],
    ends: [GREEN, GREEN],
    jobs: [`${G5}: Completed`],
  },
  {
    sentence: 'a model that is added to an endpoint in a VPC is built in its network',
    history: [deploy('archived engine, added later')],
    ends: [GREEN],
    jobs: [`${G5}: Completed`],
  },
];

const BEGUN = deploy('engine');

/** Of the proofs. */
export const MORE_STORIES: readonly Story[] = [
  {
    sentence: 'another GPU is one more build',
    history: [deploy('engine of two variants'), deploy('engines for two GPUs')],
    ends: [GREEN, GREEN],
    jobs: [`${G5}: Completed`, 'processing on ml.g6.xlarge: Completed'],
  },
  {
    sentence: 'a build that fails stops the others of its deployment, and nothing half-written counts',
    history: [
      deploy('engines for two GPUs', { kind: 'build fails', message: 'no tactic', on: 'ml.g6.xlarge' }),
      deploy('engines for two GPUs'),
    ],
    ends: [red('ROLLBACK', /no tactic/), GREEN],
    jobs: [
      `${G5}: Stopped`,
      'processing on ml.g6.xlarge: Failed',
      `${G5}: Completed`,
      'processing on ml.g6.xlarge: Completed',
    ],
  },
  {
    sentence: 'an engine that is no longer used is kept for a while',
    history: [BEGUN, deploy('engine, other weights'), { kind: 'days pass', days: 20 }, BEGUN],
    ends: [GREEN, GREEN, /done$/, GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    sentence: 'and removed by a deployment after thirty days, so that it is built again',
    history: [
      BEGUN,
      deploy('engine, other weights'),
      { kind: 'days pass', days: 31 },
      deploy('engine for another GPU'),
      BEGUN,
    ],
    ends: [GREEN, GREEN, /done$/, GREEN, GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Completed`, 'processing on ml.g6.xlarge: Completed', `${G5}: Completed`],
  },
  {
    sentence: 'a stack whose model has no engine any more keeps none in its own bucket',
    history: [BEGUN, deploy('no engine'), BEGUN],
    ends: [GREEN, GREEN, GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Completed`],
  },
  {
    sentence: 'a type that processing jobs lack has a training job',
    history: [deploy('engine that a training job builds')],
    ends: [GREEN],
    jobs: ['training on ml.p4d.24xlarge: Completed'],
  },
  {
    sentence: 'a training job that fails says why',
    history: [deploy('engine that a training job builds', fails('out of GPU memory'))],
    ends: [red('ROLLBACK', /AlgorithmError: out of GPU memory/)],
    jobs: ['training on ml.p4d.24xlarge: Failed'],
  },
  {
    sentence: 'a driver that is too old in processing jobs is not in training jobs, which later deployments begin with',
    history: [deploy('engine with CUDA 13'), deploy('no engine'), deploy('engine with CUDA 13')],
    ends: [GREEN, GREEN, GREEN],
    jobs: [`${G5}: Failed`, 'training on ml.g5.xlarge: Completed', 'training on ml.g5.xlarge: Completed'],
  },
  {
    sentence: 'both kinds of jobs have interfaces in a VPC, and they are gone with the stack',
    history: [deploy('engine with CUDA 13 in a VPC')],
    ends: [GREEN],
    jobs: [`${G5}: Failed`, 'training on ml.g5.xlarge: Completed'],
  },
  {
    sentence: 'a training job of a stack that is stopped in it stops, too',
    history: [deploy('engine with CUDA 13 in a VPC', { kind: 'build takes hours', hours: 2 })],
    ends: [red('ROLLBACK', /55 minutes.*Before it: processing job .* runs CUDA 12.4/)],
    jobs: [`${G5}: Failed`, 'training on ml.g5.xlarge: Stopped'],
  },
  {
    sentence: 'where the drivers of both kinds run the image, one job builds',
    history: [deploy('engine with CUDA 13')],
    ends: [GREEN],
    jobs: [`${G5}: Completed`],
    switches: { 'sagemaker.processing-has-an-older-driver': false },
  },
  {
    sentence: 'three engines of one instance type are built with a quota of one',
    history: [deploy('three engines', { kind: 'builds have a quota of one' })],
    ends: [GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Completed`, `${G5}: Completed`],
  },
  {
    sentence: 'a job has interfaces in the VPC of its endpoint, and they are gone with the stack',
    history: [deploy('engine in a VPC')],
    ends: [GREEN],
    jobs: [`${G5}: Completed`],
  },
  {
    sentence: 'a bucket with a key gets engines that are encrypted with it',
    history: [deploy('engine in an encrypted bucket')],
    ends: [GREEN],
    jobs: [`${G5}: Completed`],
  },
  {
    sentence: 'the volume of a job has the key of the endpoint where SageMaker accepts one',
    history: [deploy('encrypted volumes')],
    ends: [GREEN],
    jobs: ['processing on ml.g7.2xlarge: Completed'],
  },
  ...(['engine', 'engine, other weights'] as const).map((version) => failures(version)).flat(),
  {
    sentence: 'ahead of a deployment a build may take ten hours',
    history: [deploy('engine ahead, within 11 hours', { kind: 'build takes hours', hours: 10 })],
    ends: [GREEN],
    jobs: [`${G5}: Completed`],
  },
  {
    sentence: 'and is stopped when it takes longer than it may',
    history: [deploy('engine ahead, within 11 hours', { kind: 'build takes hours', hours: 13 })],
    ends: [red('ROLLBACK', /did not end within 660 minutes/)],
    jobs: [`${G5}: Stopped`],
  },
  {
    sentence: 'ahead of a deployment a build that fails fails the stack, and the next deployment builds anew',
    history: [
      deploy('engine ahead'),
      deploy('engine ahead, other weights', fails('no plugin')),
      deploy('engine ahead, other weights'),
      deploy('engine ahead'),
    ],
    ends: [GREEN, red('UPDATE_ROLLBACK', /received failed message.*no plugin/), GREEN, GREEN],
    jobs: [`${G5}: Completed`, `${G5}: Failed`, `${G5}: Completed`],
  },
  {
    sentence: 'the time of a build ahead can be changed afterwards',
    history: [deploy('engine ahead'), deploy('engine ahead, within 11 hours')],
    ends: [GREEN, GREEN],
    jobs: [`${G5}: Completed`],
  },
];

/** What keeps an engine from being built: as the first version of a stack, and as another one. */
function failures(version: 'engine' | 'engine, other weights'): Story[] {
  const isFirst = version === 'engine';
  const story = (what: string, mishap: Mishap, why: RegExp, job?: string): Story => ({
    sentence: `${what} fails ${isFirst ? 'the creation of a stack' : 'an update'}, and the reason says so`,
    history: isFirst ? [deploy(version, mishap)] : [BEGUN, deploy(version, mishap)],
    ends: [...(isFirst ? [] : [GREEN]), red(isFirst ? 'ROLLBACK' : 'UPDATE_ROLLBACK', why)],
    jobs: [...(isFirst ? [] : [`${G5}: Completed`]), ...(job === undefined ? [] : [`${G5}: ${job}`])],
  });
  const memory = 'trtexec: Requested amount of GPU memory could not be allocated';
  return [
    story(
      'a quota of zero',
      { kind: 'build has no quota' },
      /the quota 'ml.g5.xlarge for processing job usage' .* is 0/,
    ),
    story('no capacity', { kind: 'build finds no instance' }, /AWS had no free capacity for ml.g5.xlarge/, 'Failed'),
    story('GPU memory', fails(memory), new RegExp(memory), 'Failed'),
    story('an operator', fails('no importer for X'), /no importer for X/, 'Failed'),
    story('an old driver', fails('the driver is too old'), /the driver is too old/, 'Failed'),
    story('time', { kind: 'build takes hours', hours: 2 }, /55 minutes.*TensorRtEngine/, 'Stopped'),
  ];
}
