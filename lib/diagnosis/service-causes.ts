import { Cause } from './cause';

/** Causes in what AWS says: capacity, quotas, permissions, where the model and the image are. */
export const SERVICE_CAUSES: Cause[] = [
  {
    id: 'quota',
    title: 'The account has no quota for the instances',
    meaning:
      'The service quota of the account for this instance type is smaller than the number of instances in use and requested.',
    remedy:
      'Request an increase of "<instance type> for endpoint usage" in Service Quotas. A blue/green update needs room for both fleets.',
    texts: ['ResourceLimitExceeded', 'account-level service limit'],
  },
  {
    id: 'capacity',
    title: 'AWS has no free instances of the type',
    meaning: 'There is no capacity for the instance type in the zones of the endpoint at the moment.',
    remedy:
      'Deploy again later, or allow other types with instance pools (instanceTypes), other zones or another region.',
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
    title: 'The KMS key may not be used',
    meaning: 'The role, or the service, has no permission to use the KMS key that encrypts the data or the volume.',
    remedy:
      "Allow the endpoint's role kms:Decrypt (and kms:CreateGrant for volumes) in the policy of the key, and check that the key is enabled and in the same region.",
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
    meaning: 'The model is downloaded through the VPC of the endpoint, and its subnets do not reach S3.',
    remedy: 'Add a gateway endpoint for S3 to the VPC, or use subnets with a NAT gateway.',
    rule: 'sm.vpc-s3',
    texts: ['S3 VPC endpoint exists'],
  },
  {
    id: 'data-archive',
    title: 'The model archive cannot be extracted',
    meaning: 'SageMaker cannot unpack model.tar.gz: it is no gzipped tar, is damaged, or has links in it.',
    remedy:
      'Make the archive without symbolic links, with this library or with `cdk-sagemaker-triton pack`, or use `Packaging.UNCOMPRESSED`.',
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
    meaning: 'The S3 object or prefix that the model names does not exist.',
    remedy: 'Check bucket, key and region; a prefix of uncompressed files ends with a slash.',
    rule: 'sm.data-region',
    texts: ['could not find model data', 'NoSuchKey', 'NoSuchBucket'],
  },
  {
    id: 'data-access',
    title: 'SageMaker cannot read the model data',
    meaning: "The object is missing, or the endpoint's role may not read it, or the bucket is in another region.",
    remedy:
      "Check that the object exists and that the role has s3:GetObject (and s3:ListBucket for uncompressed files and multi-model endpoints), and that the bucket is in the endpoint's region.",
    rule: 'sm.data-region',
    texts: ['could not access model data', 'failed to download model data', 'not authorized to perform: s3:'],
  },
  {
    id: 'permissions-image',
    title: 'SageMaker cannot pull the image',
    meaning: "The image does not exist, or the endpoint's role or the repository's policy does not allow to pull it.",
    remedy:
      'Check account, region and tag of the image. A repository in another account has to allow the role, or the service sagemaker.amazonaws.com, in its policy.',
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
    title: 'There is no such image',
    meaning: 'SageMaker does not find the image in ECR, in that account and region, or it is in another registry.',
    remedy:
      'Check account, region, repository and tag. AWS publishes a release in some regions only. An image of another registry is given with TritonImage.fromPrivateRegistry.',
    rule: 'sm.image-region',
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
      'SageMaker starts the container with the argument `serve`, and the image has no such program or is for another architecture.',
    remedy:
      'Run `docker run <image> serve` on a machine of the same architecture as the instance type; an image of your own needs the entry point of the published ones.',
    rule: 'sm.image',
    texts: ['CannotStartContainerError', 'exec format error', 'starts correctly when invoked with'],
  },
  {
    id: 'permissions-role',
    title: "SageMaker cannot assume the endpoint's role",
    meaning: 'The execution role does not exist, or its trust policy does not name sagemaker.amazonaws.com.',
    remedy: 'Let sagemaker.amazonaws.com assume the role, and check its path and name.',
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
    meaning: "The user or role that deploys, or CloudFormation's role, may not do what the line names.",
    remedy:
      'Add the action to the policy of that role; for iam:PassRole the resource is the execution role. An explicit deny comes from a service control policy or a permissions boundary.',
    texts: ['is not authorized to perform', 'AccessDenied'],
  },
  {
    id: 'name-taken',
    title: 'The name is taken',
    meaning: 'There is an endpoint, model or log group of that name which is not of this stack.',
    remedy: 'Delete what has the name, or choose another `endpointName`.',
    texts: ['cannot create already existing', 'ResourceAlreadyExists', 'already exists in stack'],
  },
  {
    id: 'disk',
    title: 'The storage of the instance is too small',
    meaning: 'The image, the model archive and its content do not fit on the drives or the volume of the instance.',
    remedy:
      "Use a larger volume, or an instance type with larger drives; `Packaging.UNCOMPRESSED` saves the archive's part.",
    rule: 'sm.storage',
    texts: ['no space left on device', 'StorageFull', 'model data archive is too large', 'insufficient disk space'],
  },
];
