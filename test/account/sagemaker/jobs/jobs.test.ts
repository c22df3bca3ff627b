import type { Call } from '../../call';
import { hostingAccount } from '../../hosting-account';

const ROLE = 'arn:aws:iam::111122223333:role/job';
const IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3';

type Input = Record<string, unknown>;

function trainingJob(TrainingJobName: string, overrides: Input = {}): Input {
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
    ResourceConfig: { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 30 },
    StoppingCondition: { MaxRuntimeInSeconds: 3000 },
    ...overrides,
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
    account.callSageMaker('DescribeTrainingJob', { TrainingJobName: name });
  return { ...account, files, describeJob };
}

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
    await callSageMaker('CreateTrainingJob', trainingJob('one'));
    await expect(callSageMaker('CreateTrainingJob', trainingJob('two'))).rejects.toThrow(
      "The account-level service limit 'ml.g5.xlarge for training job usage' is 1 Instances, with current utilization of 1 Instances",
    );
    await minutes(30);
    await expect(callSageMaker('CreateTrainingJob', trainingJob('two'))).resolves.toBeDefined();
  });

  test.each([
    [
      'a key for the volume of a type with an instance store',
      { VolumeKmsKeyId: 'key' },
      'VolumeKmsKeyId cannot be used',
    ],
    ['a volume larger than the instance store', { VolumeSizeInGB: 300 }, 'larger than the instance store'],
    ['an instance type that training jobs do not support', { InstanceType: 'ml.inf1.xlarge' }, 'enum value set'],
  ])('with %s', async (_, overrides, message) => {
    const { callSageMaker } = jobAccount();
    const ResourceConfig = { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 30, ...overrides };
    const job = trainingJob('build', { ResourceConfig });
    await expect(callSageMaker('CreateTrainingJob', job)).rejects.toThrow(message);
  });
});

test.each([
  [[], 'ValidationException'],
  [['sagemaker.missing-job-is-a-validation-exception'], 'ResourceNotFound'],
])('a job that does not exist cannot be described (assumed behaviors that are switched off: %j)', async (off, name) => {
  const { describeJob } = jobAccount({ off });
  await expect(describeJob('nothing')).rejects.toMatchObject({ name });
});
