import { Switches } from '../behaviour';
import { deploy, Step } from './steps';

const RETAINED_CAPTURE = { 'sagemaker.capture-is-of-the-configuration': false };

/** What a history once showed to be wrong, and now must not. */
export const FIXED_DEFECTS: readonly {
  readonly sentence: string;
  readonly history: readonly Step[];
  readonly seed?: number;
  readonly switches?: Switches;
}[] = [
  {
    sentence: 'the execution role may publish the metrics of CPU, memory, disk and GPU',
    history: [deploy('plain')],
  },
  {
    sentence:
      'each instance has a log, and a stack can be deployed again: the last lines of its containers have not made the log group again',
    history: [deploy('plain'), { kind: 'delete' }, deploy('plain')],
    seed: 5,
  },
  {
    sentence: 'the same is true if what sends the lines makes the log group only where it is missing',
    history: [deploy('private'), { kind: 'delete' }, deploy('private')],
    switches: { 'sagemaker.log-agent-makes-the-group-first': false },
  },
  {
    sentence: 'while a new version is deployed, hosts of the old one can be replaced: the role still reads its model',
    history: [deploy('plain'), deploy('other model')],
  },
  {
    sentence: 'while a version without data capture is deployed, the old fleet can capture',
    history: [deploy('capture'), deploy('other model')],
  },
  {
    sentence: 'when the response of a publication is lost, the stack is rolled back to nothing',
    history: [deploy('plain', { kind: 'a response is lost', number: 1 })],
  },
  { sentence: 'a stack with an endpoint in a VPC can be deleted', history: [deploy('private')] },
  {
    sentence: 'an endpoint can leave its VPC, and its network interfaces, security group and subnets are gone',
    history: [deploy('private'), deploy('plain')],
  },
  {
    sentence: 'an endpoint can be in subnets that another account shares',
    history: [deploy('private, in shared subnets'), deploy('plain')],
  },
  {
    sentence: 'an endpoint can be in subnets that only the deployment knows',
    history: [deploy('private, in subnets of a parameter'), deploy('private, in shared subnets')],
  },
  {
    sentence: 'a processing job can build an engine in shared subnets',
    history: [deploy('engine in shared subnets')],
  },
  {
    sentence: 'a training job can build an engine in shared subnets',
    history: [deploy('engine of a training job in shared subnets')],
  },
  {
    sentence:
      'an endpoint whose move into a VPC is rolled back after SageMaker has done it leaves no network interfaces there',
    history: [deploy('plain'), deploy('private', { kind: 'a response is lost', number: 4 })],
  },
  { sentence: 'grants of the key are gone before the role is', history: [deploy('encrypted'), deploy('plain')] },
  {
    sentence: 'an old fleet that fails does not stop the deployment that replaces it',
    history: [deploy('plain'), deploy('other model', { kind: 'old fleet answers with errors' })],
  },
  {
    sentence: 'nor does it if SageMaker looks at the alarms at once, when CloudWatch has not evaluated them yet',
    history: [deploy('plain'), deploy('other model', { kind: 'old fleet answers with errors' })],
    switches: { 'sagemaker.first-look-at-alarms-after-a-minute': false },
  },
  {
    sentence: 'a failed probe is not repeated: the next minute has a probe of its own',
    history: [deploy('plain'), deploy('other model', { kind: 'the probe is throttled' })],
  },
  {
    sentence: 'changed weights are live after a deployment',
    history: [deploy('two variants'), deploy('two variants, other weights')],
  },
  {
    sentence: 'the changed count of a variant next to one that scales is live after a deployment',
    history: [deploy('scaled next to one'), deploy('scaled next to three')],
  },
  {
    sentence: 'a variant that scales can get another instance type',
    history: [deploy('scaled'), deploy('scaled, other instance type')],
  },
  {
    sentence: 'an asynchronous endpoint whose other instance type was rolled back starts from zero',
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new fleet does not start' }),
      { kind: 'time passes', minutes: 90 },
      { kind: 'requests are queued', count: 1 },
      { kind: 'time passes', minutes: 60 },
    ],
  },
  {
    sentence: 'the strategy of an endpoint whose other instance type was rolled back can be changed',
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new fleet does not start' }),
      deploy('from zero to five'),
    ],
  },
  {
    sentence: 'a policy can go from an endpoint whose other instance type was rolled back',
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new fleet does not start' }),
      deploy('from one'),
    ],
  },
  {
    sentence: 'steps of an endpoint whose other instance type was rolled back can be changed, and go on',
    history: [
      deploy('scaled by steps'),
      deploy('scaled by steps, other instance type', { kind: 'new fleet does not start' }),
      deploy('scaled by wider steps'),
      deploy('scaled by steps, other instance type'),
    ],
  },
  {
    sentence: 'a change of the steps that fails after it was made is rolled back with its alarms',
    history: [
      deploy('scaled by steps'),
      deploy('scaled by wider steps', { kind: 'a response is lost', number: 4 }),
      deploy('scaled by wider steps'),
    ],
  },
  {
    sentence: 'scaling that has just begun to change the endpoint does not stop a deployment',
    history: [deploy('scaled'), { kind: 'scaling changes the count', count: 5 }, deploy('scaled, other model')],
    switches: { 'cloudformation.endpoint-waits-while-in-progress': false },
  },
  {
    sentence: 'a multi-model endpoint can lose its open prefix, and its old models are removed',
    history: [deploy('open prefix'), deploy('two models')],
  },
  {
    sentence: 'a multi-model endpoint can get an open prefix, and its old models are removed',
    history: [deploy('two models'), deploy('open prefix')],
  },
  {
    sentence: 'an endpoint that gets another name can be rolled back, and nobody asks for the one that is gone',
    history: [deploy('renamed'), deploy('scaled, other model', { kind: 'new fleet does not start' })],
  },
  {
    sentence:
      'a deployment that fails after the endpoint was updated goes back to a rolling strategy of more instances',
    history: [deploy('rolling'), deploy('plain', { kind: 'a response is lost', number: 3 })],
  },
  {
    sentence: 'a rolling strategy can take the place of another one, whatever number of instances the endpoint has',
    history: [deploy('plain'), deploy('rolling')],
  },
  {
    sentence: 'a rollback succeeds although the probe, which knows the old fleet again, is answered by the new one',
    history: [
      deploy('a model more'),
      deploy('open prefix, a model more', { kind: 'a response is lost', number: 1 }),
      deploy('open prefix, a model more', { kind: 'step fails', number: 4, moment: 'before' }),
      deploy('scaled models', { kind: 'step fails', number: 14, moment: 'before' }),
    ],
    seed: 3,
    switches: { 'sagemaker.pending-variants-have-a-stage': false },
  },
  {
    sentence: 'a rolled-back publication removes what it had published, and not what is served, even without an Update',
    history: [deploy('plain'), deploy('other model', { kind: 'new fleet does not start' })],
    switches: { 'cloudformation.rollback-updates-replaced-custom-resource': false },
  },
  {
    sentence: 'volumes can be encrypted if SageMaker makes the grants with the execution role',
    history: [deploy('encrypted')],
    switches: { 'sagemaker.grants-by-caller': false },
  },
  {
    sentence: 'a response that CloudFormation refuses once is sent again, and the deployment is green',
    history: [deploy('scaled', { kind: 'responses are refused once' })],
  },
  {
    sentence: 'a model can become an archive, and files again',
    history: [deploy('plain'), deploy('plain, as an archive'), deploy('plain')],
  },
  {
    sentence: 'while a new archive is deployed, hosts with the old one can be replaced',
    history: [deploy('plain, as an archive'), deploy('other model, as an archive')],
  },
  {
    sentence: 'a first deployment is green although functions run before all of AWS knows their roles',
    history: [deploy('plain')],
    seed: 2,
    switches: { 'cloudformation.waits-for-iam': false },
  },
  {
    sentence: 'a first deployment is green although the role that reads the model was made a moment before',
    history: [deploy('plain')],
    seed: 4,
    switches: { 'cloudformation.waits-for-iam': false },
  },
  {
    sentence: 'scaling is given back, whatever alarms for targets Application Auto Scaling tries its permissions on',
    history: [deploy('scaled'), deploy('scaled, other instance type', { kind: 'new fleet does not start' })],
    switches: { 'autoscaling.tries-alarms-of-its-own-names': false },
  },
  {
    sentence:
      'the lines of a container that did not start are kept, although the rollback deletes the endpoint immediately',
    history: [deploy('a model less', { kind: 'new fleet does not start' })],
  },
  {
    sentence: 'a first deployment is green although SageMaker does not find the endpoint configuration at once',
    history: [deploy('plain')],
    seed: 3,
    switches: { 'cloudformation.endpoint-looks-for-its-configuration-again': false },
  },
  ...(
    [
      ['on', [deploy('scaled'), deploy('scaled, capture')]],
      ['off', [deploy('scaled, capture'), deploy('scaled')]],
      ['to another share', [deploy('scaled, capture'), deploy('scaled, more capture')]],
    ] as const
  ).map(([change, history]) => ({
    sentence: `data capture that is switched ${change}, and that SageMaker retains, fails the deployment of an endpoint that scales`,
    history,
    switches: RETAINED_CAPTURE,
  })),
  {
    sentence:
      'data capture of an endpoint that scales can be changed in two deployments, the first of which does not scale',
    history: [deploy('scaled'), deploy('capture'), deploy('scaled, capture')],
    switches: RETAINED_CAPTURE,
  },
];
