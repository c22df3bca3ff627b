import { Switches } from '../behaviour';
import { Invariant, Violation } from './invariants';
import { runHistory } from './run';
import { Mishap, Step } from './steps';
import { Version } from './versions';

/** Something that the library does wrong, by the histories of this folder. It leaves this list with its mend. */
export interface KnownDefect {
  /** What should be true. */
  readonly sentence: string;
  /** What says so. */
  readonly document: string;
  /** The shortest history that shows it. */
  readonly history: readonly Step[];
  readonly seed?: number;
  /** Assumed behaviours that it needs to be the other way. */
  readonly switches?: Switches;
  /** How its violations look, here and in other histories. */
  readonly signs: readonly { readonly invariant: Invariant; readonly message: RegExp }[];
}

const SAGEMAKER = 'https://docs.aws.amazon.com/sagemaker/latest/dg';
const CLOUDFORMATION = 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide';

function deploy(version: Version, mishap: Mishap = { kind: 'nothing' }): Step {
  return { kind: 'deploy', version, mishap };
}

export const KNOWN_DEFECTS: readonly KnownDefect[] = [
  {
    sentence: 'the execution role may publish the metrics of CPU, memory, disk and GPU',
    document: `${SAGEMAKER}/sagemaker-roles.html#sagemaker-roles-createmodel-perms names cloudwatch:PutMetricData`,
    history: [deploy('plain')],
    signs: [{ invariant: 'no request is denied', message: /ExecutionRol.* may not cloudwatch:PutMetricData/ }],
  },
  {
    sentence: 'while a new version is deployed, hosts of the old one can be replaced: the role still reads its model',
    document: `${CLOUDFORMATION}/using-cfn-updating-stacks-update-behaviors.html: the role is updated in place, before the endpoint that depends on it`,
    history: [deploy('plain'), deploy('other model')],
    signs: [
      { invariant: 'the fleet can read its model', message: /^during the deployment.*not authorized to perform: s3:/ },
      { invariant: 'no request is denied', message: /ExecutionRol.* may not s3:(ListObjectsV2|GetObject)/ },
    ],
  },
  {
    sentence: 'while a version without data capture is deployed, the old fleet can capture',
    document: `${CLOUDFORMATION}/using-cfn-updating-stacks-update-behaviors.html, as for the model`,
    history: [deploy('capture'), deploy('other model')],
    signs: [{ invariant: 'no request is denied', message: /ExecutionRol.* may not s3:PutObject/ }],
  },
  {
    sentence: 'when the response of a publication is lost, the stack is rolled back to nothing',
    document:
      'https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1814: Delete has a made-up physical id then, for which the handler removes nothing, and the bucket is not empty',
    history: [deploy('plain', { kind: 'a response is lost', number: 1 })],
    signs: [
      {
        invariant: 'no deployment ends between two states',
        message: /Publisher.*The bucket you tried to delete is not empty/,
      },
    ],
  },
  {
    sentence: 'a multi-model endpoint can get an open prefix, or lose it, and its old models are removed',
    document: `${CLOUDFORMATION}/using-cfn-updating-stacks-update-behaviors.html: the old publication is deleted in the clean-up, when the publisher's role already has its new policy, which names the new bucket alone`,
    history: [deploy('open prefix'), deploy('two models')],
    signs: [
      { invariant: 'no request is denied', message: /TritonModelPublisher.* may not s3:ListObjectsV2/ },
      { invariant: 'nothing is left', message: /Publication\w+ \(s3:.*could not be cleaned up/s },
      {
        invariant: 'nothing is left',
        message: /TritonModelPublisherBucket\w+ .*could not be cleaned up: The bucket you tried to delete is not empty/,
      },
      { invariant: 'nothing is left', message: /^bucket app-tritonmodelpublisher/ },
    ],
  },
  {
    sentence: 'a stack with an endpoint in a VPC can be deleted',
    document:
      'API model of DeleteEndpoint: "Do not delete or revoke the permissions for your ExecutionRoleArn, otherwise SageMaker cannot delete these resources"; https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1327',
    history: [deploy('private')],
    signs: [
      {
        invariant: 'no deployment ends between two states',
        message: /(SecurityGroup|Subnet)\w*: resource \S+ has a dependent object/,
      },
      { invariant: 'no request is denied', message: /ExecutionRol.* may not ec2:/ },
    ],
  },
  {
    sentence: 'an endpoint can leave its VPC, and its network interfaces, security group and subnets are gone',
    document: 'As for the deletion: the role loses its permission for network interfaces before the old fleet is gone',
    history: [deploy('private'), deploy('plain')],
    signs: [
      { invariant: 'nothing is left', message: /^(network interface|part of a network)/ },
      { invariant: 'nothing is left', message: /could not be cleaned up: resource \S+ has a dependent object/ },
    ],
  },
  {
    sentence:
      'a rolled-back publication removes what it had published, and not what is served, even if CloudFormation sends no Update',
    document: `${CLOUDFORMATION}/crpg-ref-requesttypes-update.html does not say whether a rollback sends an Update to a custom resource that had sent a new physical id`,
    history: [deploy('plain'), deploy('other model', { kind: 'new fleet does not start' })],
    switches: { 'cloudformation.rollback-updates-replaced-custom-resource': false },
    signs: [{ invariant: 'the fleet can read its model', message: /^after the deployment.*There is no object under/ }],
  },
  {
    sentence: 'a first deployment is green when functions run before all of AWS knows their roles',
    document:
      'https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot.html#troubleshoot_general_eventual-consistency',
    history: [deploy('plain')],
    seed: 3,
    switches: { 'cloudformation.waits-for-iam': false },
    signs: [{ invariant: 'a deployment without mishap is green', message: /not authorized/ }],
  },
  {
    sentence: 'scaling is given back when Application Auto Scaling tries its permissions on alarms of other names',
    document:
      'https://docs.aws.amazon.com/autoscaling/application/userguide/security_iam_permission_validation.html does not say which alarms it tries; the policies there allow all',
    history: [deploy('scaled'), deploy('scaled, other instance type', { kind: 'new fleet does not start' })],
    switches: { 'autoscaling.tries-alarms-of-its-own-names': false },
    signs: [{ invariant: 'no deployment ends between two states', message: /does not have the permissions/ }],
  },
  {
    sentence: 'a deployment that fails after the endpoint was updated goes back to a rolling strategy',
    document:
      'API model of RollingUpdatePolicy.MaximumBatchSize: "between 5% to 50% of the variant\'s total instance count"; the rollback has the old batch of one instance, and the endpoint one instance by then',
    history: [deploy('rolling'), deploy('plain', { kind: 'a response is lost', number: 4 })],
    signs: [
      {
        invariant: 'no deployment ends between two states',
        message: /UPDATE_ROLLBACK_FAILED: Endpoint\w+: MaximumBatchSize/,
      },
    ],
  },
  {
    sentence: 'when an endpoint that gets another name is rolled back, the role of its scaling may describe both',
    document: `${CLOUDFORMATION}/using-cfn-updating-stacks-update-behaviors.html: roles change before what depends on them`,
    history: [deploy('renamed'), deploy('scaled, other model', { kind: 'step fails', number: 23, moment: 'after' })],
    seed: 11264,
    signs: [
      { invariant: 'no request is denied', message: /TritonScalingRegistr.* may not sagemaker:DescribeEndpoint/ },
    ],
  },
];

export function isKnown({ invariant, message }: Violation): boolean {
  return KNOWN_DEFECTS.some(({ signs }) =>
    signs.some((sign) => sign.invariant === invariant && sign.message.test(message)),
  );
}

/** What of a defect its history shows. */
export async function signsOf({ history, switches, seed = 1, signs }: KnownDefect): Promise<Violation[]> {
  const { violations } = await runHistory(history, { seed, switches });
  return violations.filter((violation) =>
    signs.some(({ invariant, message }) => invariant === violation.invariant && message.test(violation.message)),
  );
}
