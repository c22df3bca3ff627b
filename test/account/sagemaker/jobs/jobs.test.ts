import type { Call } from '../../call';
import { hostingAccount } from '../../hosting-account';

const ROLE = 'arn:aws:iam::111122223333:role/job';
const IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3';

type Input = Record<string, unknown>;

function processingJob(ProcessingJobName: string, overrides: Input = {}): Input {
  const processingFolder = '/opt/ml/processing';
  return {
    ProcessingJobName,
    RoleArn: ROLE,
    AppSpecification: { ImageUri: IMAGE, ContainerEntrypoint: ['python3', 'build.py'] },
    ProcessingInputs: [
      {
        InputName: 'source',
        S3Input: { S3Uri: 's3://models/in/', LocalPath: `${processingFolder}/in`, S3DataType: 'S3Prefix' },
      },
    ],
    ProcessingOutputConfig: {
      Outputs: [
        {
          OutputName: 'engine',
          S3Output: { S3Uri: 's3://models/out', LocalPath: `${processingFolder}/out`, S3UploadMode: 'EndOfJob' },
        },
      ],
    },
    ProcessingResources: { ClusterConfig: { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 30 } },
    StoppingCondition: { MaxRuntimeInSeconds: 3000 },
    ...overrides,
  };
}

function trainingJob(TrainingJobName: string): Input {
  return {
    TrainingJobName,
    RoleArn: ROLE,
    AlgorithmSpecification: { TrainingImage: IMAGE, TrainingInputMode: 'File' },
    InputDataConfig: [
      {
        ChannelName: 'source',
        DataSource: { S3DataSource: { S3Uri: 's3://models/in/', S3DataType: 'S3Prefix' } },
      },
    ],
    OutputDataConfig: { S3OutputPath: 's3://models/out', CompressionType: 'NONE' },
    ResourceConfig: { InstanceCount: 1, InstanceType: 'ml.p4d.24xlarge', VolumeSizeInGB: 30 },
    StoppingCondition: { MaxRuntimeInSeconds: 3000 },
  };
}

/** A simulated account with a bucket that contains one input file. */
function jobAccount(options: { off?: string[]; respond?: (call: Call) => object | undefined } = {}) {
  const files: Record<string, unknown> = { 'in/model.onnx': Buffer.from('graph') };
  const account = hostingAccount({
    off: options.off,
    respond: (call) => {
      const response = options.respond?.(call);
      if (response || call.service !== 's3') return response;
      const { Key, Prefix = '', Body } = call.input as { Key: string; Prefix?: string; Body?: unknown };
      if (call.operation === 'PutObject') files[Key] = Body;
      const Contents = Object.keys(files)
        .filter((key) => key.startsWith(Prefix))
        .map((key) => ({ Key: key }));
      return { Contents, Body: files[Key] };
    },
  });
  const describeJob = async (name: string): Promise<Input> =>
    account.callSageMaker('DescribeProcessingJob', { ProcessingJobName: name });
  return { ...account, files, describeJob };
}

describe('a processing job', () => {});

test('a role that limits the permissions for network interfaces is rejected for processing jobs in a VPC, but not for training jobs', async () => {
  const { sagemaker, callSageMaker } = jobAccount();
  const VpcConfig = { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] };
  sagemaker.useRoles({
    assumeRole: async () => undefined,
    allowsUnscoped: async (_, action) => action !== 'ec2:DeleteNetworkInterface',
  });
  await expect(
    callSageMaker('CreateProcessingJob', processingJob('build', { NetworkConfig: { VpcConfig } })),
  ).rejects.toThrow('must allow ec2:DeleteNetworkInterface without conditions or resource filters');
  await callSageMaker('CreateProcessingJob', processingJob('build'));
  await callSageMaker('CreateTrainingJob', { ...trainingJob('build'), VpcConfig });
});

test('a training job uploads to a folder with its name, and FailureReason contains the message of its container', async () => {
  const { sagemaker, callSageMaker, minutes, files } = jobAccount();
  sagemaker.hooks.runJob = ({ name }) =>
    name === 'good' ? { files: { 'model.plan': 'engine' } } : { exitCode: 1, message: 'out of memory' };
  for (const name of ['good', 'bad']) await callSageMaker('CreateTrainingJob', trainingJob(name));
  await minutes(20);
  expect(files['out/good/output/model/model.plan']).toBe('engine');
  expect(await callSageMaker('DescribeTrainingJob', { TrainingJobName: 'bad' })).toMatchObject({
    TrainingJobStatus: 'Failed',
    FailureReason: 'AlgorithmError: out of memory, exit code: 1',
  });
});

describe('a request to create a job is rejected', () => {
  test('while other jobs use the quota', async () => {
    const { sagemaker, callSageMaker, minutes } = jobAccount();
    sagemaker.hooks.jobLimit = () => 1;
    await callSageMaker('CreateProcessingJob', processingJob('one'));
    await expect(callSageMaker('CreateProcessingJob', processingJob('two'))).rejects.toThrow(
      "The account-level service limit 'ml.g5.xlarge for processing job usage' is 1 Instances, with current utilization of 1 Instances",
    );
    await minutes(30);
    await expect(callSageMaker('CreateProcessingJob', processingJob('two'))).resolves.toBeDefined();
  });

  test.each([
    [
      'a key for the volume of a type with an instance store',
      { VolumeKmsKeyId: 'key' },
      'VolumeKmsKeyId cannot be used',
    ],
    ['a volume larger than the instance store', { VolumeSizeInGB: 300 }, 'larger than the instance store'],
    ['an instance type that processing jobs do not support', { InstanceType: 'ml.p4d.24xlarge' }, 'enum value set'],
  ])('with %s', async (_, overrides, message) => {
    const { callSageMaker } = jobAccount();
    const ClusterConfig = { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 30, ...overrides };
    const job = processingJob('build', { ProcessingResources: { ClusterConfig } });
    await expect(callSageMaker('CreateProcessingJob', job)).rejects.toThrow(message);
  });
});

test.each([
  [[], 'ValidationException'],
  [['sagemaker.missing-job-is-a-validation-exception'], 'ResourceNotFound'],
])('a job that does not exist cannot be described (assumed behaviors that are switched off: %j)', async (off, name) => {
  const { describeJob } = jobAccount({ off });
  await expect(describeJob('nothing')).rejects.toMatchObject({ name });
});
