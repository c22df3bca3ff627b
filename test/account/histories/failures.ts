import { Switches } from '../behavior';
import { deploy, Step } from './steps';

/** The tests that show that the library prevents a failure. */
export interface FailureEvidence {
  /** Histories (sequences of deployments) that `failures.proof.test.ts` runs. */
  readonly histories?: readonly { readonly steps: readonly Step[]; readonly switches?: Switches }[];
  /** Titles of entries in `fixed-defects.ts`, whose histories `histories.system.test.ts` runs. */
  readonly fixedDefects?: readonly string[];
  /** The titles of tests about the failure, by file under `test/`. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  /** IDs of the rules that report the failure during synthesis. Each ID is mentioned in the files of `tests`. */
  readonly rules?: readonly string[];
  /** The part of the failure that can be tested only on AWS. */
  readonly onlyOnAws?: string;
}

export interface Failure extends FailureEvidence {
  readonly number: number;
  readonly symptom: string;
}

const HOSTING = 'endpoint/failures/hosting.test.ts';
const MODELS = 'endpoint/failures/models.test.ts';
const MULTI_MODEL = 'endpoint/failures/multi-model.test.ts';
const OPERATION = 'endpoint/failures/operation.test.ts';

/** Failures of Triton on SageMaker that users report, and that this library prevents. */
export const FAILURES: readonly Failure[] = [
  {
    number: 1,
    symptom: 'the server finds config.pbtxt at the root of the archive and ends',
    tests: { [MODELS]: ['1: config.pbtxt is never at the root of the served files, regardless of the folder'] },
  },
  {
    number: 2,
    symptom: 'a model has no version folder',
    tests: {
      [MODELS]: [
        '2: a model folder without a version that Triton reads is rejected',
        '2: an ensemble has a version, although it has no files',
      ],
    },
    rules: ['repo.no-version'],
  },
  {
    number: 3,
    symptom: 'there are several models, and none is named as the default',
    tests: { [MODELS]: ['3: the default model is set, and users cannot set it'] },
    rules: ['sme.reserved'],
  },
  {
    number: 4,
    symptom: 'a model calls a model that was not loaded',
    tests: {
      [MODELS]: [
        '4: a call of a model that is not loaded causes a warning',
        '4: the server loads the members of a model',
      ],
    },
    rules: ['sme.bls'],
  },
  {
    number: 5,
    symptom: 'dimensions, types or names differ from those of the model file',
    tests: {
      [MODELS]: [
        '5: dimensions that differ from the model file are rejected',
        '5: a GPU that the instance does not have is rejected',
      ],
    },
    rules: ['onnx.io-dims'],
  },
  {
    number: 6,
    symptom: 'steps of an ensemble do not fit together',
    tests: { [MODELS]: ['6: an ensemble step with an unknown input is rejected'] },
  },
  {
    number: 7,
    symptom: 'the start script of multi-model endpoints takes the wrong folder for the ensemble',
    tests: { [MODELS]: ['7: an ensemble is written in the only format that the multi-model start script detects'] },
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
    onlyOnAws: 'the drivers of instance types that the developer guide does not list',
  },
  {
    number: 10,
    symptom: 'the AMI does not mount the compatibility libraries of CUDA',
    tests: {
      [HOSTING]: ['10: a user’s image on an AMI that does not mount its compatibility libraries causes a warning'],
    },
    rules: ['sm.cuda-compat'],
  },
  {
    number: 11,
    symptom: 'instances of Python models need more shared memory than the container has',
    tests: { [MODELS]: ['11: more Python instances than fit into shared memory cause a warning'] },
    rules: ['py.shm-budget'],
    onlyOnAws: 'the current size of /dev/shm in a container',
  },
  {
    number: 12,
    symptom: 'the environment of a Python model is not found',
    tests: { [MODELS]: ['12: a Python environment that is not in the model’s folder is rejected'] },
    rules: ['py.env-path'],
  },
  {
    number: 13,
    symptom: 'an archive with links cannot be extracted',
    tests: { [MODELS]: ['13: a symbolic link to a file outside the model’s folder is rejected'] },
    rules: ['files.link'],
  },
  {
    number: 14,
    symptom: 'the key of the previous version contains files of a different version',
    tests: { [HOSTING]: ['14: changed data'] },
    rules: ['files.s3-version'],
    fixedDefects: [
      'during a deployment, instances of the old version can be replaced: the role can still read the old model',
    ],
  },
  {
    number: 15,
    symptom: 'the name of the new endpoint configuration is taken',
    tests: { [HOSTING]: ['15: only the endpoint has a fixed name'] },
    histories: [{ steps: [deploy('plain'), deploy('other instance type'), deploy('plain')] }],
  },
  {
    number: 16,
    symptom: 'the old endpoint configuration is deleted before the endpoint has left it',
    tests: {
      [HOSTING]: [
        '16, 17: the endpoint and its test refer to the configuration, so that an old configuration is detected',
      ],
    },
    histories: [{ steps: [deploy('plain'), deploy('other model'), deploy('plain')] }],
  },
  {
    number: 17,
    symptom: 'SageMaker rolls an update back, and CloudFormation reports success',
    tests: {
      [HOSTING]: [
        '16, 17: the endpoint and its test refer to the configuration, so that an old configuration is detected',
      ],
    },
    histories: [
      {
        steps: [deploy('plain'), deploy('other model', { kind: 'new version does not start' })],
        switches: { 'cloudformation.rolled-back-endpoint-fails': false },
      },
      {
        steps: [deploy('without a GPU'), deploy('without a GPU, other model', { kind: 'new version does not start' })],
      },
    ],
    onlyOnAws: 'the behavior of CloudFormation: the history runs with both possibilities',
  },
  {
    number: 18,
    symptom: 'an update resets the number of instances',
    tests: {
      [HOSTING]: ['18: an update keeps the scaled number of instances, with a fixed variant name'],
    },
    fixedDefects: ['a deployment applies the changed instance count of a variant next to a variant that scales'],
  },
  {
    number: 19,
    symptom: 'the instance type of a registered variant changes, and SageMaker rejects the update',
    tests: { [HOSTING]: ['19: a variant is deregistered before the endpoint changes, and registered afterwards'] },
    fixedDefects: ['the instance type of a variant that scales can change'],
  },
  {
    number: 20,
    symptom: 'the deletion has no permission to deregister the variant',
    tests: {
      [HOSTING]: ['20: the function that deregisters a variant has the permission to deregister scalable targets'],
    },
    histories: [{ steps: [deploy('scaled'), { kind: 'delete' }] }],
  },
  {
    number: 21,
    symptom: 'the account has no service-linked role for scaling',
    tests: {
      [HOSTING]: [
        '21: scaling uses the service-linked role, which exists or is created with the permissions of the deployment',
      ],
    },
    // The simulated account has no service-linked role.
    histories: [{ steps: [deploy('scaled')] }],
  },
  {
    number: 22,
    symptom: 'the target of scaling is per second, and the metric is per minute',
    tests: { [HOSTING]: ['22: requests per second are converted to requests per minute'] },
    rules: ['sm.scaling'],
  },
  {
    number: 23,
    symptom: 'scaling tracks a metric that does not represent the load',
    tests: {
      [HOSTING]: [
        '23: by default, scaling uses concurrent requests with a period of 10 seconds, and GPU utilization includes all GPUs',
      ],
    },
  },
  {
    number: 24,
    symptom: 'managed instance scaling is rejected for variants with a model',
    tests: {
      [HOSTING]: [
        '24: managed instance scaling is never set, since SageMaker supports it only for inference components',
      ],
    },
  },
  {
    number: 25,
    symptom: 'burstable instances are registered for scaling',
    tests: { [HOSTING]: ['25: scaling of burstable types is rejected'] },
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
    symptom: 'a volume size is set for instances with local storage',
    tests: { [HOSTING]: ['27: a volume size for types with NVMe drives is rejected'] },
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
    symptom: 'the bucket is in a different Region',
    tests: {
      [HOSTING]: ['29: a bucket in a different Region'],
      [MULTI_MODEL]: ['29: a bucket in a different Region is rejected'],
    },
    rules: ['sm.data-region'],
  },
  {
    number: 30,
    symptom: 'the role may read files but not list them',
    tests: { [HOSTING]: ['30: the role may also list uncompressed files under their prefix'] },
    histories: [{ steps: [deploy('open prefix')] }],
  },
  {
    number: 31,
    symptom: 'the model is created before the permissions of its role',
    tests: { [HOSTING]: ['31: a model waits for its role and the permissions of the role'] },
    fixedDefects: ['a first deployment succeeds although the role that reads the model is new'],
  },
  {
    number: 32,
    symptom: 'the image cannot be pulled from the registry of its Region and release',
    tests: {
      [HOSTING]: [
        '32: the role may pull from the account that publishes the release in the Region, and other Regions are rejected',
      ],
    },
    rules: ['sm.region'],
    onlyOnAws: 'whether the registry still contains the image',
  },
  {
    number: 33,
    symptom: 'the quota for instances is used up',
    tests: { [HOSTING]: ['33: the command consequences prints the quota that an endpoint requires'] },
    histories: [{ steps: [deploy('plain'), deploy('other instance type', { kind: 'the quota is used up' })] }],
  },
  {
    number: 34,
    symptom: 'AWS has no instances of the type',
    tests: { [HOSTING]: ['34: without capacity, SageMaker tries the next instance type'] },
    histories: [
      { steps: [deploy('plain'), deploy('other instance type', { kind: 'new fleet finds no capacity' })] },
      { steps: [deploy('plain'), deploy('without a GPU', { kind: 'new fleet finds no capacity' })] },
    ],
  },
  {
    number: 35,
    symptom: 'the first request to a model of a multi-model endpoint arrives before the model is loaded',
    tests: {
      [MULTI_MODEL]: ['35: a model may load for six minutes before it responds, and the smoke test waits longer'],
    },
    histories: [{ steps: [deploy('two models'), deploy('one more model')] }],
  },
  {
    number: 36,
    symptom: 'exhausted memory is not reported as HTTP 507, so SageMaker unloads no model',
    tests: {
      'model/server/check.test.ts': ['a multi-model endpoint'],
      'monitoring/endpoint-logs.test.ts': [
        'the metric filter counts exhausted memory, but not the message that the memory pool is disabled',
      ],
    },
    rules: ['mme.load-limit'],
    onlyOnAws: 'the conditions in which SageMaker unloads models',
  },
  {
    number: 37,
    symptom: 'rarely used models are loaded and unloaded repeatedly',
    tests: { [MULTI_MODEL]: ['37: models that are invoked rarely can be unloaded after each request'] },
  },
  {
    number: 38,
    symptom: 'a test request has an empty or wrong body',
    tests: { [OPERATION]: ['38: a request that the model does not accept'] },
    rules: ['example.input', 'smoke-test.nothing-to-ask'],
  },
  {
    number: 39,
    symptom: 'a request or response exceeds the size limit of SageMaker',
    tests: { [OPERATION]: ['39: a request or response that exceeds 6 MiB'] },
    rules: ['sm.body'],
  },
  {
    number: 40,
    symptom: 'an alarm fires or never recovers because there are no requests',
    tests: {
      [OPERATION]: [
        '40: no alarm fires without requests, and users cannot change this for rollback alarms',
        '40: alarms monitor the variant',
      ],
    },
    rules: ['cw.rollback-missing-data'],
  },
  {
    number: 41,
    symptom: 'a threshold has a different unit than its metric',
    tests: { [OPERATION]: ['41: a latency is a duration, and the threshold is in microseconds like the metric'] },
  },
  {
    number: 42,
    symptom: 'network interfaces outlive the endpoint, and the stack cannot be deleted',
    tests: {
      [OPERATION]: ['42: with security groups of a different stack, no group is created that would delay a deletion'],
    },
    fixedDefects: ['a stack with an endpoint in a VPC can be deleted'],
  },
  {
    number: 43,
    symptom: 'an endpoint in a VPC has no access to S3, or subnets in only one Availability Zone',
    tests: { [OPERATION]: ['43: a VPC without a route to S3, and with one Availability Zone, causes two warnings'] },
    rules: ['sm.vpc-s3', 'sm.vpc-zones'],
  },
  {
    number: 44,
    symptom: 'a model compiles at its first request',
    tests: {
      [MODELS]: ['44: a model that compiles when the first request arrives'],
      [MULTI_MODEL]: ['44: a model that compiles when the first request arrives causes a warning'],
    },
    rules: ['warm.first-request'],
  },
  {
    number: 45,
    symptom: 'SageMaker cannot patch an endpoint because its model files, role or configuration were deleted',
    tests: {
      [OPERATION]: ['45: files that SageMaker requires to patch an endpoint do not expire'],
    },
    onlyOnAws: 'an actual patch',
  },
  {
    number: 46,
    symptom: 'an update shifts all traffic in one step, and is not rolled back',
    tests: { [OPERATION]: ['46: an update'] },
    rules: ['sm.deploy-bake'],
    histories: [{ steps: [deploy('canary'), deploy('linear'), deploy('rolling'), deploy('rolling, other model')] }],
  },
];
