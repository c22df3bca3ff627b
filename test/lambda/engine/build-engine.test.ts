import { BASE, provideDeployments, KEY, PROPERTIES, RECORD } from './deployment';

const testDeployment = provideDeployments();

test('if an engine does not exist, the function copies the sources, creates a job, and writes the record', async () => {
  const { current: deployment } = testDeployment;
  const { aws } = deployment;
  deployment.completeJobs();
  const { Status, PhysicalResourceId } = await deployment.send('Create');
  expect({ Status, PhysicalResourceId }).toEqual({ Status: 'SUCCESS', PhysicalResourceId: `s3://${BASE}` });
  expect(aws.keys(`${BASE}source/`)).toEqual([`${BASE}source/build.json`, `${BASE}source/onnx/bert.onnx`]);
  const [job] = aws.jobs.keys();
  expect(aws.readJson(RECORD)).toMatchObject({
    key: KEY,
    job,
    plan: `stack/_engines/${KEY}/builds/${job}/output/model/model.plan`,
    bytes: 10,
    sidecar: { gpu: 'NVIDIA A10G' },
  });
});

test('an ONNX file in S3 is copied to the sources', async () => {
  const { current: deployment } = testDeployment;
  deployment.completeJobs();
  deployment.aws.put('bucket/models/bert.onnx', 'graph in S3');
  const Onnx = { Bucket: 'bucket', Key: 'models/bert.onnx', Path: 'onnx/large.onnx' };
  await deployment.send('Create', { properties: { Onnx } });
  expect(String(deployment.aws.objects.get(`${BASE}source/onnx/large.onnx`))).toBe('graph in S3');
});

test('several invocations wait for a build', async () => {
  const { current: deployment } = testDeployment;
  let polls = 0;
  deployment.aws.onDescribe = (job, name) => {
    if (++polls === 9) deployment.completeJob(job, name);
  };
  deployment.polls = 3;
  const { Status, invocations } = await deployment.send('Create');
  expect(Status).toBe('SUCCESS');
  expect(invocations).toBeGreaterThan(2);
  expect(deployment.aws.jobRequests).toHaveLength(1);
});

test('a new invocation copies the sources if the current invocation has little time left', async () => {
  const { current: deployment } = testDeployment;
  deployment.completeJobs();
  deployment.firstInvocationMilliseconds = 4 * 60_000;
  expect(await deployment.send('Create')).toMatchObject({ Status: 'SUCCESS', invocations: 2 });
});

test('if CloudFormation rejects the response, a repeated invocation sends the response, and does not build again', async () => {
  const { current: deployment } = testDeployment;
  const { aws } = deployment;
  deployment.completeJobs();
  aws.responseStatus = () => 503;
  const event = { RequestId: 'one' };
  await expect(deployment.send('Create', event)).rejects.toThrow('HTTP 503');
  aws.responseStatus = () => 200;
  expect((await deployment.send('Create', event)).Status).toBe('SUCCESS');
  expect(aws.jobRequests).toHaveLength(1);
});

test('a job uses the network and the encryption keys of the properties', async () => {
  const { current: deployment } = testDeployment;
  deployment.completeJobs();
  const network = { Subnets: ['subnet-1a2b3c4d'], SecurityGroupIds: ['sg-1a2b3c4d'] };
  await deployment.send('Create', { properties: { ...network, KmsKeyArn: 'key', VolumeKmsKeyArn: 'volume' } });
  const source = '/opt/ml/input/data/source';
  expect(deployment.aws.jobRequests).toMatchObject([
    {
      AlgorithmSpecification: {
        TrainingImage: PROPERTIES.ImageUri,
        TrainingInputMode: 'File',
        ContainerEntrypoint: [
          ...['python3', `${source}/script/build.py`, '--source', source, '--output', '/opt/ml/model'],
          ...['--message', '/opt/ml/output/failure', '--timeout', '2700'],
        ],
      },
      OutputDataConfig: { S3OutputPath: `s3://${BASE}builds`, CompressionType: 'NONE', KmsKeyId: 'key' },
      ResourceConfig: { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 31, VolumeKmsKeyId: 'volume' },
      EnableNetworkIsolation: true,
      VpcConfig: network,
      StoppingCondition: { MaxRuntimeInSeconds: 3000 },
    },
  ]);
});

test('an engine whose file was deleted is built again', async () => {
  const { current: deployment } = testDeployment;
  deployment.completeJobs();
  await deployment.send('Create');
  deployment.aws.objects.delete(deployment.aws.keys(BASE).find((key) => key.endsWith('.plan')) ?? '');
  expect((await deployment.send('Update')).Status).toBe('SUCCESS');
  expect(deployment.aws.jobRequests).toHaveLength(2);
});

describe('two stacks that share a bucket', () => {
  test('if a job is stopped with its stack, the other stack creates a new job with its own role', async () => {
    const { current: deployment } = testDeployment;
    const { aws } = deployment;
    const RoleArn = 'arn:aws:iam::111122223333:role/Other';
    aws.beforeRequest = (operation, { TrainingJobName: name }) => {
      if (operation !== 'DescribeTrainingJob' || aws.jobs.size > 0) return;
      aws.jobs.set(String(name), { status: 'InProgress', roleArn: PROPERTIES.RoleArn });
    };
    let polls = 0;
    aws.onDescribe = (job, name) => {
      if (job.roleArn === RoleArn) deployment.completeJob(job, name);
      else if (++polls === 3) job.status = 'Stopped';
    };
    const { Status } = await deployment.send('Create', { StackId: 'stack-b', properties: { RoleArn } });
    expect(Status).toBe('SUCCESS');
    expect(aws.jobRequests).toMatchObject([{ RoleArn }]);
  });
});

test('the same engine in a different bucket is built by a separate job, which writes to that bucket', async () => {
  const { current: deployment } = testDeployment;
  deployment.completeJobs();
  await deployment.send('Create');
  const [first] = deployment.aws.jobs.keys();
  deployment.aws.onDescribe = (job, name) =>
    deployment.completeJob(job, name, { base: BASE.replace('models', 'others') });
  await deployment.send('Create', { properties: { Bucket: 'others' } });
  expect([...deployment.aws.jobs.keys()]).toEqual([first, expect.not.stringContaining(first)]);
});
