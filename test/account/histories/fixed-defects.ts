import { Switches } from '../behavior';
import { deploy, Step } from './steps';

/** A sequence of deployments (a history) with a title. */
export interface NamedHistory {
  readonly title: string;
  readonly history: readonly Step[];
  readonly seed?: number;
  readonly switches?: Switches;
}

/** Histories that violated an invariant before a defect of the library was fixed. */
export const FIXED_DEFECTS: readonly NamedHistory[] = [
  {
    title: 'if the response of a publication is lost, the rollback leaves no resources',
    history: [deploy('plain', { kind: 'a response is lost', number: 1 })],
  },
  {
    title: 'if the response of a publication in a new bucket is lost, the rollback of the update leaves no resources',
    history: [deploy('open prefix'), deploy('one model less', { kind: 'a response is lost', number: 1 })],
  },
  {
    title: 'an endpoint can leave its VPC, and its network interfaces, security group and subnets are deleted',
    history: [deploy('private'), deploy('plain')],
  },
  {
    title: 'an endpoint can be in subnets that a different account shares',
    history: [deploy('private, in shared subnets'), deploy('plain')],
  },
  {
    title: 'an endpoint can be in subnets from a parameter of the stack',
    history: [deploy('private, in subnets of a parameter'), deploy('private, in shared subnets')],
  },
  {
    title: 'a job can build an engine in shared subnets',
    history: [deploy('engine in shared subnets')],
  },
  {
    title: 'an endpoint whose move into a VPC is rolled back after the update leaves no network interfaces in the VPC',
    history: [deploy('plain'), deploy('private', { kind: 'a response is lost', number: 4 })],
  },
  {
    title: 'grants of the key are retired before the role is deleted',
    history: [deploy('encrypted'), deploy('plain')],
  },
  {
    title: 'a deployment succeeds although the probe cannot run',
    history: [deploy('plain'), deploy('other model', { kind: 'the probe is throttled' })],
  },
  {
    title: 'a scaling policy can be removed after the rollback of a changed instance type',
    history: [
      deploy('from zero'),
      deploy('from zero, other instance type', { kind: 'new version does not start' }),
      deploy('from one'),
    ],
  },
  {
    title: 'step scaling can change after the rollback of a changed instance type',
    history: [
      deploy('scaled by steps'),
      deploy('scaled by steps, other instance type', { kind: 'new version does not start' }),
      deploy('scaled by wider steps'),
      deploy('scaled by steps, other instance type'),
    ],
  },
  {
    title: 'a change of step scaling is rolled back with its alarms',
    history: [
      deploy('scaled by steps'),
      deploy('scaled by wider steps', { kind: 'a response is lost', number: 4 }),
      deploy('scaled by wider steps'),
    ],
  },
  {
    title: 'an open prefix of a multi-model endpoint can be removed, and its old models are deleted',
    history: [deploy('open prefix'), deploy('two models')],
  },
  {
    title: 'an open prefix can be added to a multi-model endpoint, and its old models are deleted',
    history: [deploy('two models'), deploy('open prefix')],
  },
  {
    title: 'a deployment that fails after the update is rolled back to a rolling strategy with more instances',
    history: [deploy('rolling'), deploy('plain', { kind: 'a response is lost', number: 4 })],
  },
  {
    title: 'a rolling strategy can replace a different strategy with any instance count',
    history: [deploy('plain'), deploy('rolling')],
  },
  {
    title: 'a rollback succeeds although the new fleet responds to the probe of the old fleet',
    history: [
      deploy('one more model'),
      deploy('open prefix, one more model', { kind: 'a response is lost', number: 1 }),
      deploy('open prefix, one more model', { kind: 'step fails', number: 4, moment: 'before' }),
      deploy('scaled models', { kind: 'step fails', number: 14, moment: 'before' }),
    ],
    seed: 3,
    switches: { 'sagemaker.pending-variants-have-a-stage': false },
  },
  {
    title: 'a rolled-back publication deletes only the new files, even without an Update request',
    history: [deploy('plain'), deploy('other model', { kind: 'new version does not start' })],
    switches: { 'cloudformation.rollback-updates-replaced-custom-resource': false },
  },
  {
    title: 'a response that CloudFormation rejects once is sent again, and the deployment succeeds',
    history: [deploy('scaled', { kind: 'responses are rejected once' })],
  },
  {
    title:
      'the log lines of a container that did not start are kept, although the rollback deletes the endpoint immediately',
    history: [deploy('one model less', { kind: 'new version does not start' })],
  },
  {
    title:
      'an endpoint that no longer scales has its declared instance count, which scaling changes until the clean-up',
    history: [deploy('from zero to five'), deploy('queue that does not scale')],
    seed: 975046,
  },
  {
    title: 'scaling and a different instance type cannot begin together, since the rollback would fail',
    history: [
      deploy('other instance type, without scaling'),
      deploy('scaled', { kind: 'new version returns wrong responses' }),
      deploy('scaled'),
    ],
  },
];
