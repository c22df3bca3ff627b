import { BASE, deployments, KEY, PROPERTIES, RECORD } from './deployment';

const all = deployments();

test('an engine that is not there is built: sources, job, record', async () => {
  const { current: deployment } = all;
  const { aws } = deployment;
  deployment.completes();
  const { Status, PhysicalResourceId } = await deployment.send('Create');
  expect({ Status, PhysicalResourceId }).toEqual({ Status: 'SUCCESS', PhysicalResourceId: `s3://${BASE}` });
  expect(aws.keys(`${BASE}source/`)).toEqual([`${BASE}source/build.json`, `${BASE}source/onnx/bert.onnx`]);
  const [job] = aws.jobs.keys();
  expect(aws.json(RECORD)).toMatchObject({
    key: KEY,
    job,
    plan: `stack/_engines/${KEY}/builds/${job}/model.plan`,
    bytes: 10,
    sidecar: { gpu: 'NVIDIA A10G' },
  });
});

test('the ONNX file may be in S3', async () => {
  const { current: deployment } = all;
  deployment.completes();
  deployment.aws.put('bucket/models/bert.onnx', 'graph in S3');
  const Onnx = { Bucket: 'bucket', Key: 'models/bert.onnx', Path: 'onnx/large.onnx' };
  await deployment.send('Create', { properties: { Onnx } });
  expect(String(deployment.aws.objects.get(`${BASE}source/onnx/large.onnx`))).toBe('graph in S3');
});

test('a build is waited for over several invocations', async () => {
  const { current: deployment } = all;
  let looks = 0;
  deployment.aws.onDescribe = (job, name) => {
    if (++looks === 9) deployment.complete(job, name);
  };
  deployment.looks = 3;
  const { Status, invocations } = await deployment.send('Create');
  expect(Status).toBe('SUCCESS');
  expect(invocations).toBeGreaterThan(2);
  expect(deployment.aws.created).toHaveLength(1);
});

test('sources are copied by another invocation when this one has only minutes left', async () => {
  const { current: deployment } = all;
  deployment.completes();
  deployment.firstMilliseconds = 4 * 60_000;
  expect(await deployment.send('Create')).toMatchObject({ Status: 'SUCCESS', invocations: 2 });
});

test('a function that is ended anywhere goes on with the same job', async () => {
  const { current: deployment } = all;
  deployment.completes();
  const event = { RequestId: 'one' };
  let request = 0;
  while (await deployment.killWhen((count) => count === request, 'Create', event)) {
    expect(deployment.aws.created.length).toBeLessThan(2);
    deployment.aws.later = [];
    // Each time from the start, so that it is ended in every state, and then once more to the end.
    expect((await deployment.send('Create', event)).Status).toBe('SUCCESS');
    expect(deployment.aws.created).toHaveLength(1);
    for (const key of deployment.aws.keys(BASE)) deployment.aws.objects.delete(key);
    deployment.aws.jobs.clear();
    deployment.aws.created = [];
    deployment.completes();
    request++;
  }
  expect(request).toBeGreaterThan(10);
});

test('when CloudFormation does not take the response, the same one is sent again', async () => {
  const { current: deployment } = all;
  const { aws } = deployment;
  deployment.ends('Failed', 'trtexec: [E] out of memory');
  aws.takeResponse = () => 503;
  const event = { RequestId: 'one' };
  await expect(deployment.send('Create', event)).rejects.toThrow('HTTP 503');
  aws.takeResponse = () => 200;
  expect((await deployment.send('Create', event)).Reason).toContain('out of memory');
  expect(aws.created).toHaveLength(1);
});

test('a later deployment tries again what had failed', async () => {
  const { current: deployment } = all;
  deployment.ends('Failed', 'trtexec: [E] out of memory');
  await deployment.send('Create');
  deployment.completes();
  expect((await deployment.send('Create')).Status).toBe('SUCCESS');
  expect([...deployment.aws.jobs.keys()].map((name) => name.at(-1))).toEqual(['1', '2']);
});

test('the request for a processing job has no network but the endpoint’s, and its keys', async () => {
  const { current: deployment } = all;
  deployment.completes();
  const network = { Subnets: ['subnet-1a2b3c4d'], SecurityGroupIds: ['sg-1a2b3c4d'] };
  await deployment.send('Create', { properties: { ...network, KmsKeyArn: 'key', VolumeKmsKeyArn: 'volume' } });
  const [job] = deployment.aws.created;
  expect(job).toMatchObject({
    AppSpecification: {
      ImageUri: PROPERTIES.ImageUri,
      ContainerEntrypoint: [
        'python3',
        '/opt/ml/processing/input/source/script/build.py',
        '--source',
        '/opt/ml/processing/input/source',
        '--output',
        '/opt/ml/processing/output',
        '--message',
        '/opt/ml/output/message',
        '--timeout',
        '2700',
      ],
    },
    NetworkConfig: { EnableNetworkIsolation: true, VpcConfig: network },
    ProcessingResources: {
      ClusterConfig: { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 31, VolumeKmsKeyId: 'volume' },
    },
    ProcessingOutputConfig: {
      KmsKeyId: 'key',
      Outputs: [{ S3Output: { S3Uri: `s3://${BASE}builds/${job.ProcessingJobName}`, S3UploadMode: 'EndOfJob' } }],
    },
    StoppingCondition: { MaxRuntimeInSeconds: 3000 },
  });
});

test('a type that processing jobs lack has a training job, which writes below a folder of its own', async () => {
  const { current: deployment } = all;
  deployment.aws.onDescribe = (job, name) => deployment.complete(job, name, { folder: 'output/model/' });
  const properties = { Job: 'training' as const, InstanceType: 'ml.p4d.24xlarge' };
  expect((await deployment.send('Create', { properties })).Status).toBe('SUCCESS');
  expect(deployment.aws.created).toMatchObject([
    {
      AlgorithmSpecification: { TrainingInputMode: 'File' },
      OutputDataConfig: { S3OutputPath: `s3://${BASE}builds`, CompressionType: 'NONE' },
      ResourceConfig: { InstanceType: 'ml.p4d.24xlarge' },
      EnableNetworkIsolation: true,
    },
  ]);
});

test('an engine that is there is not built again', async () => {
  const { current: deployment } = all;
  deployment.completes();
  await deployment.send('Create');
  deployment.aws.jobs.clear(); // SageMaker need not know the job any more
  expect((await deployment.send('Update')).Status).toBe('SUCCESS');
  expect((await deployment.send('Create', { StackId: 'stack-b' })).Status).toBe('SUCCESS');
  expect(deployment.aws.created).toHaveLength(1);
});

test('an engine whose file was removed is built again', async () => {
  const { current: deployment } = all;
  deployment.completes();
  await deployment.send('Create');
  deployment.aws.objects.delete(deployment.aws.keys(BASE).find((key) => key.endsWith('.plan')) ?? '');
  expect((await deployment.send('Update')).Status).toBe('SUCCESS');
  expect(deployment.aws.created).toHaveLength(2);
});

describe('two stacks with one bucket', () => {
  test('join one job', async () => {
    const { current: deployment } = all;
    deployment.completes();
    await Promise.all([deployment.send('Create'), deployment.send('Create', { StackId: 'stack-b' })]);
    expect(deployment.aws.responses.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(deployment.aws.created).toHaveLength(1);
  });

  test('a job that goes with its stack is begun anew by the other one, with its own role', async () => {
    const { current: deployment } = all;
    const { aws } = deployment;
    const RoleArn = 'arn:aws:iam::111122223333:role/Other';
    aws.before = (operation, { ProcessingJobName: name }) => {
      if (operation !== 'DescribeProcessingJob' || aws.jobs.size > 0) return;
      aws.jobs.set(String(name), { status: 'InProgress', roleArn: PROPERTIES.RoleArn });
    };
    let looks = 0;
    aws.onDescribe = (job, name) => {
      if (job.roleArn === RoleArn) deployment.complete(job, name);
      else if (++looks === 3) job.status = 'Stopped';
    };
    const { Status } = await deployment.send('Create', { StackId: 'stack-b', properties: { RoleArn } });
    expect(Status).toBe('SUCCESS');
    expect(aws.created).toMatchObject([{ RoleArn }]);
  });
});

test('the same engine in another bucket has a job of its own, which writes there', async () => {
  const { current: deployment } = all;
  deployment.completes();
  await deployment.send('Create');
  const [first] = deployment.aws.jobs.keys();
  deployment.aws.onDescribe = (job, name) => deployment.complete(job, name, { base: BASE.replace('models', 'others') });
  await deployment.send('Create', { properties: { Bucket: 'others' } });
  expect([...deployment.aws.jobs.keys()]).toEqual([first, expect.not.stringContaining(first)]);
});
