import type { Call } from '../../call';
import { denied, hostingWorld } from '../../hosting-world';

const ROLE = 'arn:aws:iam::111122223333:role/job';
const IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3';

type Input = Record<string, unknown>;

function processingJob(ProcessingJobName: string, more: Input = {}): Input {
  const local = '/opt/ml/processing';
  return {
    ProcessingJobName,
    RoleArn: ROLE,
    AppSpecification: { ImageUri: IMAGE, ContainerEntrypoint: ['python3', 'build.py'] },
    ProcessingInputs: [
      { InputName: 'source', S3Input: { S3Uri: 's3://models/in/', LocalPath: `${local}/in`, S3DataType: 'S3Prefix' } },
    ],
    ProcessingOutputConfig: {
      Outputs: [
        {
          OutputName: 'engine',
          S3Output: { S3Uri: 's3://models/out', LocalPath: `${local}/out`, S3UploadMode: 'EndOfJob' },
        },
      ],
    },
    ProcessingResources: { ClusterConfig: { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 30 } },
    StoppingCondition: { MaxRuntimeInSeconds: 3000 },
    ...more,
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

/** An account whose bucket has one file for jobs. */
function jobWorld(options: { off?: string[]; answer?: (call: Call) => object | undefined } = {}) {
  const files: Record<string, unknown> = { 'in/model.onnx': Buffer.from('graph') };
  const world = hostingWorld({
    off: options.off,
    answer: (call) => {
      const answered = options.answer?.(call);
      if (answered || call.service !== 's3') return answered;
      const { Key, Prefix = '', Body } = call.input as { Key: string; Prefix?: string; Body?: unknown };
      if (call.operation === 'PutObject') files[Key] = Body;
      const Contents = Object.keys(files)
        .filter((key) => key.startsWith(Prefix))
        .map((key) => ({ Key: key }));
      return { Contents, Body: files[Key] };
    },
  });
  const describeJob = async (name: string): Promise<Input> =>
    world.callSageMaker('DescribeProcessingJob', { ProcessingJobName: name });
  return { ...world, files, describeJob };
}

describe('a processing job', () => {
  test('is InProgress until its container has ended and its files are in S3, then Completed', async () => {
    const { sagemaker, callSageMaker, describeJob, minutes, files } = jobWorld();
    let found: string[] = [];
    sagemaker.hooks.runs = (container) => {
      found = [...container.files].map(([path, body]) => `${path}: ${String(body)}`);
      return { seconds: 600, message: 'done', files: { 'model.plan': 'engine' } };
    };
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(14);
    expect(await describeJob('build')).toMatchObject({ ProcessingJobStatus: 'InProgress' });
    expect(files).not.toHaveProperty('out/model.plan');
    await minutes(2);
    expect(await describeJob('build')).toMatchObject({ ProcessingJobStatus: 'Completed', ExitMessage: 'done' });
    expect(found).toEqual(['/opt/ml/processing/in/model.onnx: graph']);
    expect(files['out/model.plan']).toBe('engine');
  });

  test('acts with its role: image, input, log, output', async () => {
    const { sagemaker, callSageMaker, minutes, calls } = jobWorld();
    sagemaker.hooks.runs = () => ({ files: { 'model.plan': 'engine' } });
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(20);
    const asRole = calls.filter(({ principal }) => principal !== 'deployer');
    expect(asRole.map(({ service, operation }) => `${service}:${operation}`)).toEqual([
      'ecr:GetAuthorizationToken',
      'ecr:BatchCheckLayerAvailability',
      'ecr:BatchGetImage',
      'ecr:GetDownloadUrlForLayer',
      's3:ListObjectsV2',
      's3:GetObject',
      'logs:CreateLogGroup',
      'logs:DescribeLogStreams',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'cloudwatch:PutMetricData',
      's3:PutObject',
    ]);
  });

  test('whose container fails is Failed, with the message that it wrote', async () => {
    const { sagemaker, callSageMaker, describeJob, minutes } = jobWorld();
    sagemaker.hooks.runs = () => ({ exitCode: 1, message: 'x'.repeat(2000) });
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(20);
    expect(await describeJob('build')).toMatchObject({
      ProcessingJobStatus: 'Failed',
      ExitMessage: 'x'.repeat(1024),
      FailureReason: expect.stringContaining('AlgorithmError'),
    });
  });

  test('without an instance is Failed and never started', async () => {
    const { sagemaker, callSageMaker, describeJob, minutes } = jobWorld();
    sagemaker.hooks.hasJobCapacity = () => false;
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(20);
    const job = await describeJob('build');
    expect(job).toMatchObject({
      ProcessingJobStatus: 'Failed',
      FailureReason: expect.stringMatching(/^CapacityError/),
    });
    expect(job).not.toHaveProperty('ProcessingStartTime');
  });

  test('that may not read its input is Failed', async () => {
    const answer = (call: Call) =>
      call.operation === 'GetObject' && call.principal !== 'deployer' ? denied(call) : undefined;
    const { callSageMaker, describeJob, minutes } = jobWorld({ answer });
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(20);
    expect(await describeJob('build')).toMatchObject({
      ProcessingJobStatus: 'Failed',
      FailureReason: expect.stringContaining('Failed to download the input'),
    });
  });

  test('that takes too long is stopped', async () => {
    const { sagemaker, callSageMaker, describeJob, minutes, files } = jobWorld();
    sagemaker.hooks.runs = () => ({ seconds: 9000, unfinished: { 'model.plan': 'half' } });
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(70);
    expect(await describeJob('build')).toMatchObject({ ProcessingJobStatus: 'Stopped' });
    expect(files['out/model.plan']).toBe('half');
  });

  test.each([1, 4, 8])('that is to be stopped after %i minutes is Stopping, then Stopped', async (when) => {
    const { callSageMaker, describeJob, minutes } = jobWorld();
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(when);
    await callSageMaker('StopProcessingJob', { ProcessingJobName: 'build' });
    expect(await describeJob('build')).toMatchObject({ ProcessingJobStatus: 'Stopping' });
    await minutes(5);
    expect(await describeJob('build')).toMatchObject({ ProcessingJobStatus: 'Stopped' });
    await expect(callSageMaker('StopProcessingJob', { ProcessingJobName: 'build' })).rejects.toThrow(
      'The request was rejected because the processing job is in status Stopped.',
    );
  });

  test('has interfaces in a VPC, which go some minutes after its end', async () => {
    const { sagemaker, callSageMaker, minutes } = jobWorld();
    const VpcConfig = { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] };
    await callSageMaker('CreateProcessingJob', processingJob('build', { NetworkConfig: { VpcConfig } }));
    await minutes(8);
    expect(sagemaker.networkInterfaces).toEqual([expect.objectContaining({ owner: 'build', role: ROLE })]);
    await minutes(20);
    expect(sagemaker.networkInterfaces).toEqual([]);
  });
});

test('a processing job in a VPC is refused if its role limits the permissions for interfaces, a training job is not', async () => {
  const { sagemaker, callSageMaker } = jobWorld();
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

test('a training job uploads below its name, and its reason has what its container wrote', async () => {
  const { sagemaker, callSageMaker, minutes, files } = jobWorld();
  sagemaker.hooks.runs = ({ name }) =>
    name === 'good' ? { files: { 'model.plan': 'engine' } } : { exitCode: 1, message: 'out of memory' };
  for (const name of ['good', 'bad']) await callSageMaker('CreateTrainingJob', trainingJob(name));
  await minutes(20);
  expect(files['out/good/output/model/model.plan']).toBe('engine');
  expect(await callSageMaker('DescribeTrainingJob', { TrainingJobName: 'bad' })).toMatchObject({
    TrainingJobStatus: 'Failed',
    FailureReason: 'AlgorithmError: out of memory, exit code: 1',
  });
});

describe('a request to create a job is refused', () => {
  test('with a name that another one had', async () => {
    const { callSageMaker, minutes } = jobWorld();
    await callSageMaker('CreateProcessingJob', processingJob('build'));
    await minutes(60);
    await expect(callSageMaker('CreateProcessingJob', processingJob('build'))).rejects.toMatchObject({
      name: 'ResourceInUse',
    });
  });

  test('when other jobs use the quota, until they have ended', async () => {
    const { sagemaker, callSageMaker, minutes } = jobWorld();
    sagemaker.hooks.jobLimit = () => 1;
    await callSageMaker('CreateProcessingJob', processingJob('one'));
    await expect(callSageMaker('CreateProcessingJob', processingJob('two'))).rejects.toThrow(
      "The account-level service limit 'ml.g5.xlarge for processing job usage' is 1 Instances, with current utilization of 1 Instances",
    );
    await minutes(30);
    await expect(callSageMaker('CreateProcessingJob', processingJob('two'))).resolves.toBeDefined();
  });

  test.each([
    ['a key for a volume of the instance store', { VolumeKmsKeyId: 'key' }, 'VolumeKmsKeyId cannot be used'],
    ['a volume larger than the instance store', { VolumeSizeInGB: 300 }, 'larger than the instance store'],
    ['a type that such jobs do not have', { InstanceType: 'ml.p4d.24xlarge' }, 'enum value set'],
  ])('with %s', async (_, more, message) => {
    const { callSageMaker } = jobWorld();
    const ClusterConfig = { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 30, ...more };
    const job = processingJob('build', { ProcessingResources: { ClusterConfig } });
    await expect(callSageMaker('CreateProcessingJob', job)).rejects.toThrow(message);
  });
});

test.each([
  [[], 'ValidationException'],
  [['sagemaker.missing-job-is-a-validation-exception'], 'ResourceNotFound'],
])('a job that does not exist cannot be described (switched off: %j)', async (off, name) => {
  const { describeJob } = jobWorld({ off });
  await expect(describeJob('nothing')).rejects.toMatchObject({ name });
});
