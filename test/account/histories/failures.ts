import { Switches } from '../behaviour';
import { deploy, Step } from './steps';

/** What shows that a failure is prevented. */
export interface Evidence {
  /** Deployments that are played. */
  readonly histories?: readonly { readonly steps: readonly Step[]; readonly switches?: Switches }[];
  /** Sentences of fixed defects, which `histories.system.test.ts` plays. */
  readonly fixed?: readonly string[];
  /** Titles of tests, by their files under `test/`. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  /** Rules that refuse it, or warn, at synthesis. One of the tests expects them. */
  readonly rules?: readonly string[];
  /** What of it only AWS can show. */
  readonly onlyOnAws?: string;
}

export interface Failure extends Evidence {
  readonly number: number;
  readonly symptom: string;
}

const HOSTING = 'endpoint/failures/hosting.test.ts';
const MODELS = 'endpoint/failures/models.test.ts';
const MULTI_MODEL = 'endpoint/failures/multi-model.test.ts';
const OPERATION = 'endpoint/failures/operation.test.ts';

/** The failures of others that this library has to prevent. */
export const FAILURES: readonly Failure[] = [
  {
    number: 1,
    symptom: 'the server finds config.pbtxt at the root of the archive and ends',
    tests: { [MODELS]: ['1: a config.pbtxt never lies at the root of what is served, whatever the folder looks like'] },
  },
  {
    number: 2,
    symptom: 'a model has no version folder',
    tests: {
      [MODELS]: [
        '2: a folder without a version that Triton reads',
        '2: an ensemble has a version, although it has no files',
      ],
    },
    rules: ['repo.no-version'],
  },
  {
    number: 3,
    symptom: 'there are several models, and none is named as the default',
    tests: { [MODELS]: ['3: the default model is named, and nobody else can name it'] },
    rules: ['sme.reserved'],
  },
  {
    number: 4,
    symptom: 'a model calls another one that was not loaded',
    tests: { [MODELS]: ['4: a model that calls another one, which is not loaded', '4: members are loaded'] },
    rules: ['sme.bls'],
  },
  {
    number: 5,
    symptom: 'dimensions, types or names differ from those of the model file',
    tests: {
      [MODELS]: ['5: dimensions that the model file does not have', '5: a GPU that the instance does not have'],
    },
    rules: ['onnx.io-dims'],
  },
  {
    number: 6,
    symptom: 'steps of an ensemble do not fit together',
    tests: { [MODELS]: ['6: an ensemble step whose tensors do not fit together'] },
  },
  {
    number: 7,
    symptom: 'the start script of multi-model endpoints takes the wrong folder for the ensemble',
    tests: { [MODELS]: ['7: an ensemble is written the one way that the multi-model start script finds'] },
  },
  {
    number: 8,
    symptom: 'a TensorRT engine was built for another GPU or version',
    tests: { [MODELS]: ['8: a TensorRT engine'] },
    rules: ['trt.version', 'trt.provenance'],
  },
  {
    number: 9,
    symptom: 'the driver of the instances is too old for the image',
    tests: { [HOSTING]: ['9: a driver that is too old for the image'] },
    rules: ['sm.driver'],
    onlyOnAws: 'which driver an instance type has that the developer guide does not list',
  },
  {
    number: 10,
    symptom: 'the AMI does not mount the compatibility libraries of CUDA',
    tests: {
      [HOSTING]: ['10: an image of one’s own on a machine image that does not mount its compatibility libraries'],
    },
    rules: ['sm.cuda-compat'],
  },
  {
    number: 11,
    symptom: 'instances of Python models need more shared memory than the container has',
    tests: { [MODELS]: ['11: more Python instances than shared memory'] },
    rules: ['py.shm-budget'],
    onlyOnAws: 'how large /dev/shm of a container is today',
  },
  {
    number: 12,
    symptom: 'the environment of a Python model is not found',
    tests: { [MODELS]: ['12: a Python environment that is not in the model’s folder'] },
    rules: ['py.env-path'],
  },
  {
    number: 13,
    symptom: 'an archive with links cannot be extracted',
    tests: { [MODELS]: ['13: links'] },
    rules: ['files.link'],
  },
  {
    number: 14,
    symptom: 'files of another version lie under the key of before',
    tests: { [HOSTING]: ['14: other data'] },
    rules: ['files.s3-version'],
    fixed: ['while a new version is deployed, hosts of the old one can be replaced: the role still reads its model'],
  },
  {
    number: 15,
    symptom: 'the name of the new endpoint configuration is taken',
    tests: { [HOSTING]: ['15: only the endpoint has a name that stays'] },
    histories: [{ steps: [deploy('plain'), deploy('other instance type'), deploy('plain')] }],
  },
  {
    number: 16,
    symptom: 'the old endpoint configuration is deleted before the endpoint has left it',
    tests: {
      [HOSTING]: ['16, 17: the endpoint and its test name the configuration by reference, so that an old one shows'],
    },
    histories: [{ steps: [deploy('plain'), deploy('other model'), deploy('plain')] }],
  },
  {
    number: 17,
    symptom: 'SageMaker rolls an update back, and CloudFormation calls it complete',
    tests: {
      [HOSTING]: ['16, 17: the endpoint and its test name the configuration by reference, so that an old one shows'],
    },
    histories: [
      {
        steps: [deploy('plain'), deploy('other model', { kind: 'new fleet does not start' })],
        switches: { 'cloudformation.rolled-back-endpoint-fails': false },
      },
      { steps: [deploy('without a GPU'), deploy('without a GPU, other model', { kind: 'new fleet does not start' })] },
    ],
    onlyOnAws: 'whether CloudFormation does that: the history is played with both answers',
  },
  {
    number: 18,
    symptom: 'an update resets the number of instances',
    tests: {
      [HOSTING]: ['18: an update keeps the instances that scaling made, under a variant name that never changes'],
    },
    fixed: ['the changed count of a variant next to one that scales is live after a deployment'],
  },
  {
    number: 19,
    symptom: 'a registered variant gets another instance type, and SageMaker refuses the update',
    tests: { [HOSTING]: ['19: a variant is deregistered before the endpoint changes, and registered after'] },
    fixed: ['a variant that scales can get another instance type'],
  },
  {
    number: 20,
    symptom: 'a deletion may not deregister the variant',
    tests: { [HOSTING]: ['20: what deregisters may do so'] },
    histories: [{ steps: [deploy('scaled'), { kind: 'delete' }] }],
  },
  {
    number: 21,
    symptom: 'the account has no service-linked role for scaling yet',
    tests: {
      [HOSTING]: ['21: scaling uses the role of the service, which is there or is made by CloudFormation’s caller'],
    },
    // Accounts here begin without the role.
    histories: [{ steps: [deploy('scaled')] }],
  },
  {
    number: 22,
    symptom: 'the target of scaling is given per second, and the metric counts minutes',
    tests: { [HOSTING]: ['22: requests per second become requests per minute'] },
    rules: ['sm.scaling'],
  },
  {
    number: 23,
    symptom: 'scaling follows a metric that says little of the load',
    tests: {
      [HOSTING]: [
        '23: requests in flight scale by default, seen every 10 seconds; a share of the GPUs counts all of them',
      ],
    },
  },
  {
    number: 24,
    symptom: 'managed instance scaling is refused for variants with a model',
    tests: {
      [HOSTING]: ['24: instances are never managed by SageMaker, which does that for inference components only'],
    },
  },
  {
    number: 25,
    symptom: 'burstable instances are registered for scaling',
    tests: { [HOSTING]: ['25: burstable types do not scale'] },
    rules: ['sm.scaling-burstable'],
  },
  {
    number: 26,
    symptom: 'a large model does not start in time',
    tests: { [HOSTING]: ['26: the start of a large model'] },
    rules: ['sm.health-timeout'],
  },
  {
    number: 27,
    symptom: 'a volume size is given for instances with drives of their own',
    tests: { [HOSTING]: ['27: a volume size where there are NVMe drives'] },
    rules: ['sm.volume-nvme'],
  },
  {
    number: 28,
    symptom: 'the archive and its content do not fit into the storage',
    tests: { [HOSTING]: ['28: a model that is too large for the storage'] },
    rules: ['sm.storage'],
  },
  {
    number: 29,
    symptom: 'the bucket is in another region',
    tests: { [HOSTING]: ['29: a bucket in another region'], [MULTI_MODEL]: ['29: a bucket in another region'] },
    rules: ['sm.data-region'],
  },
  {
    number: 30,
    symptom: 'files may be read and not listed',
    tests: { [HOSTING]: ['30: uncompressed files may be listed as well, below their prefix'] },
    histories: [{ steps: [deploy('open prefix')] }],
  },
  {
    number: 31,
    symptom: 'the model is created before its role may read the files',
    tests: { [HOSTING]: ['31: a model waits for its role and for the permissions that are attached to it'] },
    fixed: ['a first deployment is green although the role that reads the model was made a moment before'],
  },
  {
    number: 32,
    symptom: 'the image cannot be pulled from the registry of its region and release',
    tests: { [HOSTING]: ['32: the role may pull from the account that has this release in this region'] },
    rules: ['sm.region'],
    onlyOnAws: 'whether AWS still has the image there',
  },
  {
    number: 33,
    symptom: 'the quota for instances is used up',
    tests: { [HOSTING]: ['33: the command consequences says which quota an endpoint needs'] },
    histories: [{ steps: [deploy('plain'), deploy('other instance type', { kind: 'new fleet exceeds the quota' })] }],
  },
  {
    number: 34,
    symptom: 'AWS has no instances of the type',
    tests: { [HOSTING]: ['34: without capacity the next instance type is tried, after a time'] },
    histories: [
      { steps: [deploy('plain'), deploy('other instance type', { kind: 'new fleet finds no instances' })] },
      { steps: [deploy('plain'), deploy('without a GPU', { kind: 'new fleet finds no instances' })] },
    ],
  },
  {
    number: 35,
    symptom: 'the first request to a model of a multi-model endpoint comes before it is loaded',
    tests: {
      [MULTI_MODEL]: ['35: a model may take six minutes to load before it answers, and the smoke test waits longer'],
    },
    histories: [{ steps: [deploy('two models'), deploy('a model more')] }],
  },
  {
    number: 36,
    symptom: 'exhausted memory does not show as HTTP 507, so that SageMaker unloads no model',
    tests: {
      'endpoint/server/check.test.ts': ['a multi-model endpoint'],
      'monitoring/endpoint-logs.test.ts': ['the filters count exhausted memory, but not the memory pool that is off'],
    },
    rules: ['mme.load-limit'],
    onlyOnAws: 'when SageMaker unloads models',
  },
  {
    number: 37,
    symptom: 'models that are asked for rarely are loaded and unloaded all the time',
    tests: { [MULTI_MODEL]: ['37: models of which each is asked for rarely need not stay loaded'] },
  },
  {
    number: 38,
    symptom: 'a test request has an empty or wrong body',
    tests: { [OPERATION]: ['38: a request that the model cannot take'] },
    rules: ['example.input', 'smoke-test.nothing-to-ask'],
  },
  {
    number: 39,
    symptom: 'a request or response is larger than SageMaker takes',
    tests: { [OPERATION]: ['39: a request or answer beyond 6 MiB'] },
    rules: ['sm.body'],
  },
  {
    number: 40,
    symptom: 'an alarm fires, or never recovers, since there are no requests',
    tests: {
      [OPERATION]: [
        '40: no alarm fires for want of requests, and those of a rollback cannot be made to',
        '40: alarms watch the variant',
      ],
    },
    rules: ['cw.rollback-missing-data'],
  },
  {
    number: 41,
    symptom: 'a threshold is in another unit than its metric',
    tests: { [OPERATION]: ['41: a latency is a duration, and a threshold in the microseconds of its metric'] },
  },
  {
    number: 42,
    symptom: 'network interfaces outlive the endpoint, and the stack cannot be deleted',
    tests: {
      [OPERATION]: ['42: with security groups of another stack none is made that a deletion would have to wait for'],
    },
    fixed: ['a stack with an endpoint in a VPC can be deleted'],
  },
  {
    number: 43,
    symptom: 'an endpoint in a VPC has no way to S3, or has subnets in one zone',
    tests: { [OPERATION]: ['43: a network without a way to S3, and of one zone'] },
    rules: ['sm.vpc-s3', 'sm.vpc-zones'],
  },
  {
    number: 44,
    symptom: 'a model compiles at its first request',
    tests: {
      [MODELS]: ['44: a model that compiles at its first request'],
      [MULTI_MODEL]: ['44: a model that compiles at its first request'],
    },
    rules: ['warm.first-request'],
  },
  {
    number: 45,
    symptom: 'SageMaker cannot patch an endpoint, since its model files, role or configuration are gone',
    tests: {
      [OPERATION]: [
        '45: what SageMaker needs to patch an endpoint stays: nothing expires, and versions go after the endpoint has moved',
      ],
    },
    onlyOnAws: 'a patch itself',
  },
  {
    number: 46,
    symptom: 'an update moves all traffic at once, and nothing rolls it back',
    tests: { [OPERATION]: ['46: an update'] },
    rules: ['sm.deploy-bake'],
    histories: [{ steps: [deploy('canary'), deploy('linear'), deploy('rolling'), deploy('rolling, other model')] }],
  },
];
