import { Cause } from './cause';

/**
 * Causes reported by AWS: capacity, quotas, permissions, and the locations of the model and the image. In `texts`, ` … ` matches any text.
 */
export const SERVICE_CAUSES: Cause[] = [
  {
    id: 'quota',
    title: 'The quota of the account is too small for the instances',
    meaning:
      'The service quota of the account for this instance type is smaller than the number of instances in use and requested.',
    remedy:
      'Request an increase of "<instance type> for endpoint usage" in Service Quotas. A blue/green update needs a quota for both fleets.',
    texts: ['ResourceLimitExceeded', 'account-level service limit'],
  },
  {
    id: 'capacity',
    title: 'AWS has no free instances of the type',
    meaning: 'AWS has no capacity for the instance type in the Availability Zones of the endpoint at the moment.',
    remedy:
      'Deploy again later, allow more instance types with instance pools (`instancePools`), or use other Availability Zones or a different Region.',
    rule: 'sm.instance-pools',
    texts: [
      'InsufficientInstanceCapacity',
      'InsufficientCapacity',
      'CapacityError',
      'unable to provision requested ML compute',
    ],
  },
  {
    id: 'permissions-kms',
    title: 'Access to the KMS key is denied',
    meaning: 'The role, or the service, has no permission to use the KMS key that encrypts the data or the volume.',
    remedy:
      "Allow the endpoint's role kms:Decrypt (and kms:CreateGrant for volumes) in the policy of the key, and check that the key is enabled and in the same Region.",
    texts: [
      'kms:Decrypt',
      'kms:CreateGrant',
      'kms:GenerateDataKey',
      'kms:DescribeKey',
      'ciphertext refers to a customer master key',
      'KMS … access denied',
      'KMS … is disabled',
      'KMSInvalidState',
    ],
  },
  {
    id: 'data-route',
    title: 'The subnets have no route to S3',
    meaning: 'SageMaker downloads the model through the VPC of the endpoint, and its subnets have no route to S3.',
    remedy: 'Add a gateway endpoint for S3 to the VPC, or use subnets with a NAT gateway.',
    rule: 'sm.vpc-s3',
    texts: ['S3 VPC endpoint exists'],
  },
  {
    id: 'data-archive',
    title: 'The model archive cannot be extracted',
    meaning: 'SageMaker cannot unpack model.tar.gz: it is not a gzipped tar archive, is damaged, or contains links.',
    remedy:
      'Create the archive without symbolic links, with this library or with `cdk-sagemaker-triton pack`, or serve uncompressed files.',
    rule: 'archive.files',
    texts: ['failed to extract model data'],
  },
  {
    id: 'data-timeout',
    title: 'The download of the model took too long',
    meaning: 'The model was not downloaded and unpacked within the timeout of the endpoint configuration.',
    remedy: 'Raise the timeout for the download (at most an hour), or serve the files uncompressed.',
    rule: 'sm.download-timeout',
    texts: [
      'download … model … timed out',
      'download … model … timeout',
      'timed out … download … model',
      'timeout … download … model',
      'ModelDataDownloadTimeout',
    ],
  },
  {
    id: 'data-missing',
    title: 'There is no model data at the URL',
    meaning: 'The S3 object or prefix in the configuration of the model does not exist.',
    remedy: 'Check bucket, key and Region; a prefix of uncompressed files ends with a slash.',
    rule: 'sm.other-region',
    texts: ['could not find model data', 'NoSuchKey', 'NoSuchBucket'],
  },
  {
    id: 'data-access',
    title: 'SageMaker cannot read the model data',
    meaning:
      "The object is missing, the endpoint's role has no permission to read it, or the bucket is in a different Region.",
    remedy:
      "Check that the object exists and that the role has s3:GetObject (and s3:ListBucket for uncompressed files and multi-model endpoints), and that the bucket is in the endpoint's Region.",
    rule: 'sm.other-region',
    texts: ['could not access model data', 'failed to download model data', 'not authorized to perform: s3:'],
  },
  {
    id: 'permissions-image',
    title: 'SageMaker cannot pull the image',
    meaning: "The image does not exist, or the endpoint's role or the repository's policy does not allow pulling it.",
    remedy:
      'Check account, Region and tag of the image. A repository in a different account must allow the role, or the service sagemaker.amazonaws.com, in its policy.',
    rule: 'sm.image-registry',
    texts: [
      'not authorized to perform: ecr:',
      'does not grant ecr:',
      'make sure all images included in the model',
      'failed to pull … image',
    ],
  },
  {
    id: 'image-missing',
    title: 'The image does not exist',
    meaning:
      'SageMaker does not find the image in ECR in that account and Region, or the image is in a different registry.',
    remedy:
      'Check account, Region, repository and tag. AWS publishes some releases only in some Regions. For an image in a private registry, use TritonImage.fromPrivateRegistry.',
    rule: 'sm.other-region',
    texts: [
      'requested image … not found',
      'cannot find the requested image',
      'manifest unknown',
      'ECR image … is invalid',
      'non-ECR image',
      'RepositoryNotFoundException',
      'ImageNotFoundException',
    ],
  },
  {
    id: 'container-start',
    title: 'The container cannot be started',
    meaning:
      'SageMaker starts the container with the argument `serve`, and the image has no such program or is for a different architecture.',
    remedy:
      'Run `docker run <image> serve` on a host with the same architecture as the instance type. Your own image needs the entry point of the published images.',
    rule: 'sm.image',
    texts: ['CannotStartContainerError', 'exec format error', 'starts correctly when invoked with'],
  },
  {
    id: 'permissions-role',
    title: "SageMaker cannot assume the endpoint's role",
    meaning: 'The execution role does not exist, or its trust policy does not name sagemaker.amazonaws.com.',
    remedy: 'Allow sagemaker.amazonaws.com to assume the role, and check the path and name of the role.',
    texts: [
      'could not assume role',
      'could not assume the role',
      'unable to assume the role',
      'unable to assume role',
      'cannot assume the role',
    ],
  },
  {
    id: 'permissions-deployer',
    title: 'The caller of the deployment lacks a permission',
    meaning:
      "The user or role that deploys, or CloudFormation's role, has no permission for the action in the log line.",
    remedy:
      'Add the action to the policy of that role; for iam:PassRole, the resource is the execution role. An explicit deny comes from a service control policy or a permissions boundary.',
    texts: ['is not authorized to perform', 'AccessDenied'],
  },
  {
    id: 'name-taken',
    title: 'The name is already in use',
    meaning: 'An endpoint, model or log group with that name exists outside this stack.',
    remedy: 'Delete that resource, or choose a different `endpointName`.',
    texts: ['cannot create already existing', 'ResourceAlreadyExists', 'already exists in stack'],
  },
  {
    id: 'disk',
    title: 'The storage of the instance is too small',
    meaning: 'The image, the model archive and its content do not fit on the drives or the volume of the instance.',
    remedy:
      'Use a larger volume, or an instance type with larger drives; uncompressed files need no space for an archive.',
    rule: 'sm.storage',
    texts: ['no space left on device', 'StorageFull', 'model data archive is too large', 'insufficient disk space'],
  },
];
