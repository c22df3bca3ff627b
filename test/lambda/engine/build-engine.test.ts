import { BASE, Deployment, KEY, PROPERTIES } from './deployment';
import { failure, FakeAws } from './fake-aws';

let aws: FakeAws;
let deployment: Deployment;
let restore: () => void;
let handler: Awaited<ReturnType<typeof Deployment.prepare>>;

beforeAll(async () => {
  handler = await Deployment.prepare();
});
beforeEach(() => {
  aws = new FakeAws();
  restore = aws.intercept();
  vi.stubGlobal('fetch', aws.fetch);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  deployment = new Deployment(aws, handler);
});
afterEach(() => {
  restore();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CLAIM = `${BASE}claims/`;
const RECORD = `${BASE}engine.json`;

describe('an engine that is not there', () => {
  test('is built: sources, job, record', async () => {
    deployment.completes();
    const { Status, PhysicalResourceId } = await deployment.send('Create');
    expect({ Status, PhysicalResourceId }).toEqual({ Status: 'SUCCESS', PhysicalResourceId: `s3://${BASE}` });
    expect(aws.keys(`${BASE}source/`)).toEqual([`${BASE}source/build.json`, `${BASE}source/onnx/bert.onnx`]);
    const [job] = [...aws.jobs.keys()];
    expect(aws.json(RECORD)).toMatchObject({
      key: KEY,
      job,
      plan: `stack/_engines/${KEY}/builds/${job}/model.plan`,
      bytes: 10,
      sidecar: { gpu: 'NVIDIA A10G' },
    });
  });

  test('is built from an ONNX file in S3', async () => {
    deployment.completes();
    aws.put('bucket/models/bert.onnx', 'graph in S3');
    const Onnx = { Bucket: 'bucket', Key: 'models/bert.onnx', Path: 'onnx/bert.onnx' };
    await deployment.send('Create', { properties: { Onnx } });
    expect(String(aws.objects.get(`${BASE}source/onnx/bert.onnx`))).toBe('graph in S3');
  });

  test('is waited for over several invocations', async () => {
    let looks = 0;
    aws.onDescribe = (job, name) => {
      if (++looks === 9) deployment.complete(job, name);
    };
    deployment.looks = 3;
    const { Status, invocations } = await deployment.send('Create');
    expect(Status).toBe('SUCCESS');
    expect(invocations).toBeGreaterThan(2);
    expect(aws.created).toHaveLength(1);
  });

  test('an invocation that is repeated joins the job that it had created', async () => {
    aws.before = (operation) => {
      if (operation === 'CreateProcessingJob' && aws.created.length === 0) {
        aws.jobs.set('', { status: '', roleArn: '' }); // created, and killed before anybody knew it
      }
    };
    deployment.completes();
    aws.put(`${BASE}nothing`, '');
    await deployment.send('Create', { RequestId: 'same' });
    aws.objects.delete(RECORD);
    await deployment.send('Create', { RequestId: 'same' });
    expect(aws.created).toHaveLength(1);
    expect(aws.json(RECORD).key).toBe(KEY);
  });
});

test('the request for a processing job has no network but the one of the endpoint', async () => {
  deployment.completes();
  await deployment.send('Create', {
    properties: { Subnets: ['subnet-1a2b3c4d'], SecurityGroupIds: ['sg-1a2b3c4d'], KmsKeyArn: 'key', VolumeKmsKeyArn: 'volume' },
  });
  const [job] = aws.created;
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
      ],
    },
    NetworkConfig: {
      EnableNetworkIsolation: true,
      VpcConfig: { Subnets: ['subnet-1a2b3c4d'], SecurityGroupIds: ['sg-1a2b3c4d'] },
    },
    ProcessingResources: {
      ClusterConfig: { InstanceCount: 1, InstanceType: 'ml.g5.xlarge', VolumeSizeInGB: 31, VolumeKmsKeyId: 'volume' },
    },
    ProcessingOutputConfig: {
      KmsKeyId: 'key',
      Outputs: [{ S3Output: { S3Uri: `s3://${BASE}builds/${job.ProcessingJobName}/`, S3UploadMode: 'EndOfJob' } }],
    },
    StoppingCondition: { MaxRuntimeInSeconds: 3000 },
  });
});

test('a type that processing jobs lack has a training job, which writes below a folder of its own', async () => {
  aws.onDescribe = (job, name) => {
    job.status = 'Completed';
    aws.put(`${BASE}builds/${name}/output/model/model.plan`, '12');
    aws.put(
      `${BASE}builds/${name}/output/model/model.plan.json`,
      JSON.stringify({ key: KEY, bytes: 2, sha256: 'cd'.repeat(32) }),
    );
  };
  const properties = { Job: 'training' as const, InstanceType: 'ml.p4d.24xlarge' };
  expect((await deployment.send('Create', { properties })).Status).toBe('SUCCESS');
  expect(aws.created).toMatchObject([
    {
      AlgorithmSpecification: { TrainingInputMode: 'File' },
      OutputDataConfig: { S3OutputPath: `s3://${BASE}builds`, CompressionType: 'NONE' },
      ResourceConfig: { InstanceType: 'ml.p4d.24xlarge' },
      EnableNetworkIsolation: true,
    },
  ]);
});

describe('an engine that is there', () => {
  beforeEach(async () => {
    deployment.completes();
    await deployment.send('Create');
  });

  test('is not built again', async () => {
    expect((await deployment.send('Update')).Status).toBe('SUCCESS');
    expect((await deployment.send('Create', { StackId: 'stack-b' })).Status).toBe('SUCCESS');
    expect(aws.created).toHaveLength(1);
  });

  test('is built again when its file was removed', async () => {
    const plan = aws.keys(BASE).find((key) => key.endsWith('.plan')) ?? '';
    aws.objects.delete(plan);
    await deployment.send('Update');
    expect(aws.created).toHaveLength(2);
    expect([...aws.jobs.keys()].map((name) => name.at(-1))).toEqual(['1', '2']);
  });

  test('stays when its resource is deleted, and is found by the next deployment', async () => {
    aws.stackStatus = 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS';
    await deployment.send('Delete');
    expect(aws.keys(CLAIM)).toEqual([]);
    await deployment.send('Create');
    expect(aws.created).toHaveLength(1);
    expect(aws.keys(BASE)).not.toContain(`${BASE}unused.json`);
  });

  test('is removed after the days that it is kept for, by another deployment', async () => {
    aws.stackStatus = 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS';
    await deployment.send('Delete');
    const other = { Prefix: `stack/_engines/${'ef'.repeat(32)}/` };
    const build = async (): Promise<unknown> => deployment.send('Create', { properties: other }).catch(() => undefined);
    aws.onDescribe = (job, name) => {
      job.status = 'Completed';
      const folder = `models/${other.Prefix}builds/${name}/model.plan`;
      aws.put(folder, '1');
      aws.put(`${folder}.json`, JSON.stringify({ key: 'ef'.repeat(32), bytes: 1, sha256: 'cd'.repeat(32) }));
    };
    await build();
    expect(aws.keys(BASE)).toContain(RECORD);
    aws.put(`${BASE}unused.json`, JSON.stringify({ since: '2020-01-01T00:00:00Z', stackId: 'stack-a' }));
    await build();
    expect(aws.keys(BASE)).toEqual([]);
    expect(aws.keys(`models/${other.Prefix}`)).toContain(`models/${other.Prefix}engine.json`);
  });

  test('goes with its stack, unless another stack uses it', async () => {
    await deployment.send('Create', { StackId: 'stack-b' });
    aws.stackStatus = 'DELETE_IN_PROGRESS';
    await deployment.send('Delete');
    expect(aws.keys(BASE)).toContain(RECORD);
    await deployment.send('Delete', { StackId: 'stack-b' });
    expect(aws.keys(BASE)).toEqual([]);
  });
});

describe('two stacks with one bucket', () => {
  test('join one job', async () => {
    aws.onDescribe = (job, name) => {
      aws.onDescribe = () => undefined;
      void name;
      job.status = 'InProgress';
    };
    const first = deployment.send('Create');
    const second = deployment.send('Create', { StackId: 'stack-b' });
    deployment.completes();
    await Promise.all([first, second]);
    expect(aws.responses.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(aws.created).toHaveLength(1);
  });

  test('a job that goes with its stack is begun anew by the other one, with its own role', async () => {
    const RoleArn = 'arn:aws:iam::111122223333:role/Other';
    let looks = 0;
    aws.onDescribe = (job, name) => {
      if (job.roleArn === RoleArn) deployment.complete(job, name);
      else if (++looks === 3) job.status = 'Stopped';
    };
    const name = `triton-engine-${KEY.slice(0, 16)}`;
    aws.before = (operation, input) => {
      if (operation === 'DescribeProcessingJob' && aws.jobs.size === 0) {
        expect(String(input.ProcessingJobName)).toContain(name);
        aws.jobs.set(String(input.ProcessingJobName), { status: 'InProgress', roleArn: PROPERTIES.RoleArn });
      }
    };
    const { Status } = await deployment.send('Create', { StackId: 'stack-b', properties: { RoleArn } });
    expect(Status).toBe('SUCCESS');
    expect(aws.created).toMatchObject([{ RoleArn }]);
  });

  test('another bucket is another job', async () => {
    deployment.completes();
    await deployment.send('Create');
    const [first] = aws.jobs.keys();
    await deployment.send('Create', { properties: { Bucket: 'others' }, deadline: undefined }).catch(() => undefined);
    expect([...aws.jobs.keys()].filter((name) => name !== first)).toHaveLength(1);
  });
});

describe('fails in one sentence', () => {
  async function reasonOf(more = {}): Promise<string> {
    const { Status, Reason = '' } = await deployment.send('Create', more);
    expect(Status).toBe('FAILED');
    expect(aws.keys(BASE)).not.toContain(RECORD);
    return Reason;
  }

  test('with what the build says', async () => {
    deployment.ends('Failed', "trtexec: [E] No importer registered for op: NonZero. Use another operator.");
    expect(await reasonOf()).toMatch(
      /^The TensorRT engine could not be built on ml\.g5\.xlarge: triton-engine-\S+: trtexec: \[E\] No importer registered/,
    );
  });

  test('when the quota is 0', async () => {
    aws.before = (operation) => {
      if (operation.startsWith('Create'))
        throw failure(
          'ResourceLimitExceeded',
          "The account-level service limit 'ml.g5.xlarge for processing job usage' is 0 Instances, with current utilization of 0 Instances",
        );
    };
    expect(await reasonOf()).toContain("the quota 'ml.g5.xlarge for processing job usage' of Amazon SageMaker is 0");
  });


  test('when there is no capacity', async () => {
    deployment.ends('Failed', 'CapacityError: Unable to provision requested ML compute capacity.');
    expect(await reasonOf()).toMatch(/AWS had no ml\.g5\.xlarge free .*; or build the engine ahead of the deployment/);
  });

  test('when the job took as long as it may', async () => {
    deployment.ends('Stopped', '', 3001);
    expect(await reasonOf()).toMatch(/did not end within 50 minutes; build the engine ahead of the deployment with TensorRtEngine/);
  });

  test('when the job completed without what it should have written', async () => {
    deployment.completes({ bytes: 11 });
    expect(await reasonOf()).toContain('completed, but its model.plan has 10 bytes in S3, and had 11');
  });
});
