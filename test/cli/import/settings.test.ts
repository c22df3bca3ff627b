import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { describe as describeCalls, Calls } from './described';
import { importCalls, importResponses, notCarriedOverIn, readAppFile, synthesizeApp } from './written-app';

// How the settings of an endpoint become properties of the app.

process.env.CDK_VALIDATION = 'false';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const ROLE = 'arn:aws:iam::111122223333:role/Serving';
const IMAGE = '763104351884.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3';
const CONFIG =
  'name: "classifier"\nbackend: "onnxruntime"\nmax_batch_size: 8\ninput { name: "x" data_type: TYPE_FP32 dims: [4] }\noutput { name: "y" data_type: TYPE_FP32 dims: [2] }\n';
const CONFIGS = { classifier: CONFIG };
const VARIANT = {
  VariantName: 'AllTraffic',
  ModelName: 'model',
  InstanceType: 'ml.g5.xlarge',
  InitialInstanceCount: 1,
};
const RESOURCE = 'endpoint/shop/variant/AllTraffic';

interface Changes extends Partial<Calls> {
  readonly container?: object;
  readonly model?: object;
  readonly variant?: object;
  readonly config?: object;
}

/** An endpoint with one model, and changes of it. */
function endpoint({ container, model, variant, config, ...calls }: Changes = {}): Calls {
  const PrimaryContainer = {
    Image: IMAGE,
    ModelDataUrl: 's3://models-of-shop/classifier.tar.gz',
    Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'classifier', MODEL_DATA_VERSION: 'v7' },
    ...container,
  };
  return {
    CreateModel: [{ ModelName: 'model', ExecutionRoleArn: ROLE, PrimaryContainer, ...model }],
    CreateEndpointConfig: { EndpointConfigName: 'config', ProductionVariants: [{ ...VARIANT, ...variant }], ...config },
    CreateEndpoint: { EndpointName: 'shop', EndpointConfigName: 'config' },
    ...calls,
  };
}

/** Imports an endpoint, synthesizes the app, and returns the code of its stack in one line. */
async function codeOf(calls: Calls, configs: Record<string, string> = CONFIGS): Promise<string> {
  const { stderr } = await importCalls(folder, calls, configs);
  expect(stderr).toBe('');
  synthesizeApp(folder);
  return readAppFile(folder, 'endpoint-stack.ts')
    .replace(/,?\s+(?=[})\]])/g, ' ')
    .replace(/(?<=[({[])\s+/g, ' ')
    .replace(/\s+/g, ' ');
}

const variables = (Environment: Record<string, string>): Changes => ({
  container: { Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'classifier', ...Environment } },
});

test('an endpoint with default settings has little code', async () => {
  await codeOf(endpoint({ variant: { RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' } } }));
  expect(readAppFile(folder, 'endpoint-stack.ts'))
    .toContain(`    const role = Role.fromRoleArn(this, 'Role', 'arn:aws:iam::111122223333:role/Serving');
    const modelBucket = Bucket.fromBucketName(this, 'ModelBucket', 'models-of-shop');
    const files = ModelFiles.fromS3(modelBucket, 'classifier.tar.gz', 'v7');
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      endpointName: 'shop',
      model: TritonModel.fromDirectory(path.join(__dirname, 'models/classifier'), { files }),
      instanceType: InstanceType.G5_XLARGE,
      scaling: Scaling.none(),
      image: TritonImage.forRelease('24.09'),
      role,
    });
`);
  expect(readAppFile(folder, 'models/classifier/config.pbtxt')).toBe(CONFIG);
  expect(notCarriedOverIn(folder)).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  [
    'log level',
    { SAGEMAKER_TRITON_LOG_VERBOSE: 'false', SAGEMAKER_TRITON_LOG_INFO: 'false' },
    'server: { logLevel: LogLevel.WARNING }',
  ],
  [
    'default log level of the library',
    { SAGEMAKER_TRITON_LOG_VERBOSE: 'false', SAGEMAKER_TRITON_THREAD_COUNT: '4' },
    'server: { threadCount: 4 }',
  ],
  [
    'log level that the library does not have',
    { SAGEMAKER_TRITON_LOG_INFO: 'false' },
    "server: { environment: { SAGEMAKER_TRITON_LOG_INFO: 'false' } }",
  ],
  [
    'shared memory',
    { SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: '33554432' },
    'server: { pythonSharedMemory: Size.mebibytes(32) }',
  ],
  [
    'arguments',
    {
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--cache-config=local,size=1048576 --load-model=tokens --exit-timeout-secs=60',
    },
    "server: { responseCacheSize: Size.mebibytes(1), additionalArguments: ['--load-model=tokens', '--exit-timeout-secs=60'] }",
  ],
  ['another variable', { OMP_NUM_THREADS: '1' }, "server: { environment: { OMP_NUM_THREADS: '1' } }"],
])('variables of the container: %s', async (_, environment, code) => {
  expect(await codeOf(endpoint(variables(environment)))).toContain(code);
});

test('a variable that may be a secret is not in the app, the list and the saved description', async () => {
  const secrets = { HF_TOKEN: 'hf_abcdefghij', DATABASE: 'postgres://user:pass@host/db', MAX_TOKENS: '8' };
  const save = path.join(folder, 'saved.json');
  const { stdout } = await importCalls(folder, endpoint(variables(secrets)), CONFIGS, ['--save', save]);
  const app = path.join(folder, 'app');
  const files = fs.readdirSync(app, { recursive: true, encoding: 'utf8' }).map((name) => path.join(app, name));
  const texts = [...files.filter((file) => fs.statSync(file).isFile()), save].map((file) =>
    fs.readFileSync(file, 'utf8'),
  );
  for (const text of [...texts, stdout]) expect(text).not.toMatch(/hf_abcdefghij|user:pass/);
  const code = readAppFile(folder, 'endpoint-stack.ts');
  expect(code).toContain("HF_TOKEN: SecretValue.secretsManager('shop/HF_TOKEN').unsafeUnwrap()");
  expect(code).toContain("MAX_TOKENS: '8'");
  expect(notCarriedOverIn(folder)).toEqual(
    expect.arrayContaining(
      ['DATABASE', 'HF_TOKEN'].map((name) => `DescribeModel model: PrimaryContainer.Environment.${name}`),
    ),
  );
  synthesizeApp(folder);
});

test.each([
  ['dbPassword', 'hunter2'],
  ['MYSQL_PASS', 'hunter2'],
  ['NGC_APIKEY2', '0123'],
  ['SIGNING', '-----BEGIN RSA PRIVATE KEY-----\nMIIE'],
  ['SESSION', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3'],
  ['NGC', 'nvapi-0123456789'],
  ['CACHE', 'redis://:hunter2@cache:6379'],
  ['DATABASE', 'postgres://user:hunter/2:a@host/db'],
  ['REPORTS', 'https://0123456789abcdef0123456789abcdef@reports.example.com/1'],
  ['WEBHOOK', `https://hooks.slack.com/${'services'}/T000/B000/hunter2`],
  ['MODEL_URL', 'https://b.s3.amazonaws.com/m?X-Amz-Expires=60&X-Amz-Signature=0123'],
  ['SAS_URL', 'https://shop.blob.core.windows.net/m?sv=2022-11-02&sig=0123%3D'],
  ['STORAGE', 'AccountName=shop;AccountKey=0123==;EndpointSuffix=core.windows.net'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=0123'],
  ['SETTINGS', '{"user":"u","password":"hunter2"}'],
  ['HEADER', 'Bearer 0123456789'],
  ['AUTHORIZATION', 'hunter2'],
  ['MASTER_KEY_B64', '0123'],
])('the variable %s may be a secret', async (name, value) => {
  await importCalls(folder, endpoint(variables({ [name]: value })), CONFIGS);
  expect(readAppFile(folder, 'endpoint-stack.ts')).toContain(`${name}: SecretValue.secretsManager('shop/${name}')`);
});

test.each([
  ['REGISTRY', 'https://registry:5000/@shop/packages'],
  ['RULES', 'max_token=8;design=flat'],
  ['KEY_COLUMN', 'id'],
])('the variable %s is no secret', async (name, value) => {
  expect(await codeOf(endpoint(variables({ [name]: value })))).toContain(`${name}: '${value}'`);
});

test.each(['hf_bert', 'sk-learn'])('the name of the model %s is no secret', async (name) => {
  const Environment = { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: name, MODEL_DATA_VERSION: 'hf_v7' };
  const code = await codeOf(endpoint({ container: { Environment } }), { [name]: CONFIG.replace('classifier', name) });
  expect(code).toContain(`'models/${name}'`);
  expect(code).toContain("'hf_v7'");
});

test('arguments of the server that contain a password', async () => {
  const args = '--trace-config=opentelemetry,url=http://user:hunter2@traces:4318/v1/traces --exit-timeout-secs=60';
  const code = await codeOf(endpoint(variables({ SAGEMAKER_TRITON_ADDITIONAL_ARGS: args })));
  expect(code).toContain(
    "server: { environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: SecretValue.secretsManager( 'shop/SAGEMAKER_TRITON_ADDITIONAL_ARGS' ).unsafeUnwrap() } }",
  );
});

test('the settings of the instances', async () => {
  const code = await codeOf(
    endpoint({
      variant: {
        InstanceType: 'ml.c6i.large',
        VolumeSizeInGB: 30,
        ModelDataDownloadTimeoutInSeconds: 900,
        ContainerStartupHealthCheckTimeoutInSeconds: 95,
      },
      config: { KmsKeyId: '1234abcd-12ab-34cd-56ef-1234567890ab' },
      container: { Image: `${IMAGE}-cpu` },
    }),
  );
  expect(code).toContain("instanceType: InstanceType.of('ml.c6i.large')");
  expect(code).toContain("image: TritonImage.forRelease('24.09')");
  expect(code).toContain(
    'volumeSize: Size.gibibytes(30), modelDataDownloadTimeout: Duration.minutes(15), containerStartupHealthCheckTimeout: Duration.seconds(95)',
  );
  expect(code).toContain('encryptionKey: key');
  expect(code).toContain("'arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'");
});

test('settings of a volume that SageMaker ignores are listed', async () => {
  const key = 'arn:aws:kms:us-east-1:111122223333:key/volumes';
  await codeOf(endpoint({ variant: { VolumeSizeInGB: 30 }, config: { KmsKeyId: key } }));
  expect(notCarriedOverIn(folder)).toEqual([
    'DescribeEndpointConfig: KmsKeyId',
    'DescribeEndpointConfig: ProductionVariants[0].VolumeSizeInGB',
  ]);
});

test('instance pools, and a capacity reservation, which is listed', async () => {
  const reservation = 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/plan';
  const { InstanceType: _, ...variant } = VARIANT;
  const code = await codeOf(
    endpoint({
      config: {
        ProductionVariants: [
          {
            ...variant,
            InstancePools: [
              { InstanceType: 'ml.g6.xlarge', Priority: 2 },
              { InstanceType: 'ml.g5.xlarge', Priority: 1 },
            ],
            InferenceAmiVersion: 'al2-ami-sagemaker-inference-gpu-3-1',
          },
        ],
      },
    }),
  );
  expect(code).toContain(
    'instancePools: [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G6_XLARGE }]',
  );
  expect(code).toContain('inferenceAmi: InferenceAmi.AL2_GPU_3_1');
  fs.rmSync(path.join(folder, 'app'), { recursive: true });
  const reserved = { MlReservationArn: reservation, CapacityReservationPreference: 'capacity-reservations-only' };
  await codeOf(endpoint({ variant: { CapacityReservationConfig: reserved } }));
  expect(notCarriedOverIn(folder)).toEqual(
    ['MlReservationArn', 'CapacityReservationPreference'].map(
      (name) => `DescribeEndpointConfig: ProductionVariants[0].CapacityReservationConfig.${name}`,
    ),
  );
});

test('instance pools with the same priority, which the pools of the library cannot have', async () => {
  const InstancePools = ['ml.g5.xlarge', 'ml.g6.xlarge'].map((InstanceType) => ({ InstanceType, Priority: 1 }));
  await codeOf(endpoint({ variant: { InstancePools } }));
  expect(notCarriedOverIn(folder)).toContain('DescribeEndpointConfig: ProductionVariants[0].InstancePools');
});

test('the state of instance pools and of a capacity reservation is no setting', async () => {
  const reserved = {
    MlReservationArn: 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/plan',
    CapacityReservationPreference: 'capacity-reservations-only',
  };
  const InstancePools = [{ InstanceType: 'ml.g5.xlarge', Priority: 1 }];
  const responses = describeCalls(endpoint({ variant: { CapacityReservationConfig: reserved, InstancePools } }));
  const [variant] = responses.endpoint.ProductionVariants as object[];
  const state = {
    ...variant,
    InstancePools: [{ InstanceType: 'ml.g5.xlarge', CurrentInstanceCount: 1 }],
    CapacityReservationConfig: {
      ...reserved,
      TotalInstanceCount: 2,
      AvailableInstanceCount: 1,
      UsedByCurrentEndpoint: 1,
    },
  };
  const endpointOf = { ...responses.endpoint, ProductionVariants: [state] };
  await importResponses(folder, { ...responses, endpoint: endpointOf }, CONFIGS);
  expect(notCarriedOverIn(folder)).not.toContainEqual(expect.stringMatching(/^DescribeEndpoint:/));
});

test('core dumps are listed', async () => {
  const CoreDumpConfig = { DestinationS3Uri: 's3://dumps-of-shop/triton' };
  await codeOf(endpoint({ variant: { CoreDumpConfig } }));
  expect(notCarriedOverIn(folder)).toEqual(['DescribeEndpointConfig: ProductionVariants[0].CoreDumpConfig']);
});

test('the alias of a key, to which policies do not apply', async () => {
  const code = await codeOf(
    endpoint({ variant: { InstanceType: 'ml.p3.2xlarge' }, config: { KmsKeyId: 'alias/volumes' } }),
  );
  expect(code).toContain("Key.fromKeyArn(this, 'Key', 'arn:aws:kms:us-east-1:111122223333:alias/volumes')");
  expect(notCarriedOverIn(folder)).toEqual(['key of an alias (KmsKeyId)']);
});

test('variables of a container with a model package', async () => {
  const arn = 'arn:aws:sagemaker:us-east-1:111122223333:model-package/shop/3';
  const [{ PrimaryContainer }] = endpoint().CreateModel;
  const container = { ModelPackageName: arn, Environment: { OMP_NUM_THREADS: '1' } };
  const responses = {
    ...describeCalls(endpoint({ model: { PrimaryContainer: container } })),
    version: { ModelPackageArn: arn, InferenceSpecification: { Containers: [PrimaryContainer] } },
  };
  await importResponses(folder, responses, CONFIGS);
  synthesizeApp(folder);
  expect(notCarriedOverIn(folder)).toEqual(['DescribeModel model: PrimaryContainer.Environment']);
});

test('the README proposes a different name, also for the longest one', async () => {
  const EndpointName = `${'a'.repeat(60)}-bc`;
  await importCalls(folder, endpoint({ CreateEndpoint: { EndpointName, EndpointConfigName: 'config' } }), CONFIGS);
  expect(readAppFile(folder, 'README.md')).toContain(`such as to \`${'a'.repeat(60)}-2\``);
});

test('a shadow variant that receives no copies', async () => {
  const shadows = [{ ...VARIANT, VariantName: 'shadow', ModelName: 'next', InitialVariantWeight: 0 }];
  const { CreateModel: models } = endpoint();
  const code = await codeOf(
    endpoint({
      CreateModel: [...models, { ...models[0], ModelName: 'next' }],
      config: { ShadowProductionVariants: shadows },
    }),
  );
  expect(code).not.toContain('shadow');
  expect(notCarriedOverIn(folder)).toEqual(['DescribeEndpointConfig: ShadowProductionVariants']);
  expect(readAppFile(folder, 'README.md')).toContain('delete-model --model-name next');
});

test('the network of the described subnets', async () => {
  const responses = describeCalls(
    endpoint({
      model: {
        VpcConfig: { Subnets: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'] },
        EnableNetworkIsolation: true,
      },
    }),
  );
  const subnets = ['a', 'b'].map((zone, index) => ({
    SubnetId: `subnet-${index + 1}`,
    VpcId: 'vpc-1',
    AvailabilityZone: `us-east-1${zone}`,
  }));
  await importResponses(folder, { ...responses, subnets: { Subnets: subnets } }, CONFIGS);
  const code = readAppFile(folder, 'endpoint-stack.ts');
  expect(code).toContain(
    "Vpc.fromVpcAttributes(this, 'Vpc', { vpcId: 'vpc-1', availabilityZones: ['us-east-1a', 'us-east-1b'] })",
  );
  expect(code).toContain(
    'vpcSubnets: { subnets: [subnet, subnet2] },\n      securityGroups: [securityGroup],\n      networkIsolation: true,',
  );
  expect(notCarriedOverIn(folder)).toEqual([]);
  synthesizeApp(folder);
});

test('without a description of the subnets, the app has placeholders, and says so', async () => {
  const code = await codeOf(
    endpoint({ model: { VpcConfig: { Subnets: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'] } } }),
  );
  expect(code).toContain("vpcId: 'vpc-00000000'");
  expect(notCarriedOverIn(folder)).toEqual(['DescribeModel model: VpcConfig.Subnets']);
});

test('data capture, metrics and tags', async () => {
  const code = await codeOf(
    endpoint({
      config: {
        DataCaptureConfig: {
          EnableCapture: true,
          InitialSamplingPercentage: 20,
          DestinationS3Uri: 's3://captured-by-shop/requests',
          CaptureOptions: [{ CaptureMode: 'Input' }],
        },
        MetricsConfig: { EnableEnhancedMetrics: true, MetricPublishFrequencyInSeconds: 10 },
      },
      Tags: [{ Key: 'team', Value: "the shop's" }],
    }),
  );
  expect(code).toContain(
    "dataCapture: { samplingPercentage: 20, output: false, bucket: captureBucket, prefix: 'requests' }",
  );
  expect(code).toContain('monitoring: { enhancedMetrics: true, metricPublishFrequency: Duration.seconds(10) }');
  expect(code).toContain(`Tags.of(endpoint).add('team', "the shop's")`);
});

test('several variants, and a shadow variant', async () => {
  const model: Record<string, unknown> = { ...endpoint().CreateModel[0], ModelName: 'candidate' };
  const variants = [
    { ...VARIANT, VariantName: 'stable', InitialVariantWeight: 9 },
    {
      ...VARIANT,
      VariantName: 'candidate',
      ModelName: 'candidate',
      InstanceType: 'ml.g6.xlarge',
      InitialInstanceCount: 2,
    },
  ];
  const candidate = {
    ...model,
    PrimaryContainer: { ...(model.PrimaryContainer as object), ModelDataUrl: 's3://models-of-shop/v8.tar.gz' },
  };
  const calls = endpoint({ config: { ProductionVariants: variants } });
  const code = await codeOf({ ...calls, CreateModel: [...calls.CreateModel, candidate] });
  expect(code).toContain(
    "variants: [ { variantName: 'stable', weight: 9, instanceType: InstanceType.G5_XLARGE, scaling: Scaling.none(), image: TritonImage.forRelease('24.09'), routingStrategy: RoutingStrategy.RANDOM }, { variantName: 'candidate', instanceType: InstanceType.G6_XLARGE, instanceCount: 2,",
  );
  expect(code).toContain("const files2 = ModelFiles.fromS3(modelBucket, 'v8.tar.gz', 'v7')");
  fs.rmSync(path.join(folder, 'app'), { recursive: true });
  const shadow = endpoint({
    config: { ShadowProductionVariants: [{ ...VARIANT, VariantName: 'shadow', InitialVariantWeight: 0.5 }] },
  });
  expect(await codeOf(shadow)).toContain("shadowVariants: [ { variantName: 'shadow', weight: 0.5,");
});

test('the current numbers of instances and weights, and not the initial ones', async () => {
  const responses = describeCalls(endpoint());
  const [variant] = responses.endpoint.ProductionVariants as object[];
  const current = { ...variant, CurrentInstanceCount: 1, DesiredInstanceCount: 3 };
  await importResponses(
    folder,
    { ...responses, endpoint: { ...responses.endpoint, ProductionVariants: [current] } },
    CONFIGS,
  );
  expect(readAppFile(folder, 'endpoint-stack.ts')).toContain('instanceCount: 3,');
});

const target = { ResourceId: RESOURCE, MinCapacity: 1, MaxCapacity: 4 };
const tracking = (TargetTrackingScalingPolicyConfiguration: object): object => ({
  PolicyName: 'old policy',
  PolicyType: 'TargetTrackingScaling',
  ResourceId: RESOURCE,
  TargetTrackingScalingPolicyConfiguration,
});
const predefined = (PredefinedMetricType: string, TargetValue: number): object =>
  tracking({ TargetValue, PredefinedMetricSpecification: { PredefinedMetricType } });

test.each<[string, object, string]>([
  [
    'requests per minute',
    predefined('SageMakerVariantInvocationsPerInstance', 100),
    'Scaling.invocationsPerInstance({ maxCapacity: 4, scaleInCooldown: Duration.minutes(5), scaleOutCooldown: Duration.minutes(5), invocationsPerSecond: 100 / 60 })',
  ],
  [
    'concurrent requests',
    predefined('SageMakerVariantConcurrentRequestsPerModelHighResolution', 5),
    'Scaling.concurrentRequests({ maxCapacity: 4, scaleInCooldown: Duration.minutes(5), scaleOutCooldown: Duration.minutes(5), requestsPerInstance: 5 })',
  ],
  [
    'a metric of CloudWatch',
    tracking({
      TargetValue: 70,
      ScaleInCooldown: 600,
      ScaleOutCooldown: 200,
      CustomizedMetricSpecification: {
        Namespace: '/aws/sagemaker/Endpoints',
        MetricName: 'CPUUtilization',
        Dimensions: [{ Name: 'EndpointName', Value: 'shop' }],
        Statistic: 'Average',
        Unit: 'Percent',
      },
    }),
    "Scaling.custom({ maxCapacity: 4, metric: new Metric({ namespace: '/aws/sagemaker/Endpoints', metricName: 'CPUUtilization', dimensionsMap: { EndpointName: 'shop' }, statistic: 'Average', unit: Unit.PERCENT }), targetValue: 70 })",
  ],
])('scaling on %s', async (_, policy, code) => {
  expect(await codeOf(endpoint({ RegisterScalableTarget: [target], PutScalingPolicy: [policy as never] }))).toContain(
    `scaling: ${code}`,
  );
});

test('the list names properties in the language of the app', async () => {
  const deployment = { AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'latency' }] } };
  const calls = endpoint({ UpdateEndpoint: { DeploymentConfig: deployment } });
  await importCalls(folder, calls, CONFIGS, ['--language', 'python']);
  expect(readAppFile(folder, 'NOT-CARRIED-OVER.md')).toContain(
    'pass it as `update_strategy.rollback_alarms`, such as `Alarm.from_alarm_name(…)`',
  );
});

test('scaling on a schedule, and a policy that no strategy reproduces', async () => {
  const action = {
    ScheduledActionName: 'morning',
    ResourceId: RESOURCE,
    Schedule: 'cron(0 7 * * ? *)',
    Timezone: 'Europe/Berlin',
    ScalableTargetAction: { MinCapacity: 2 },
  };
  const steps = {
    PolicyName: 'steps',
    PolicyType: 'StepScaling',
    ResourceId: RESOURCE,
    StepScalingPolicyConfiguration: { AdjustmentType: 'ChangeInCapacity' },
  };
  const code = await codeOf(
    endpoint({
      RegisterScalableTarget: [target],
      PutScalingPolicy: [steps],
      PutScheduledAction: [action, { ...action, ScheduledActionName: 'once', EndTime: '2027-01-01' }],
    }),
  );
  expect(code).toContain(
    "scaling: Scaling.scheduled({ maxCapacity: 4, actions: [ { name: 'morning', schedule: Schedule.expression('cron(0 7 * * ? *)'), timeZone: TimeZone.of('Europe/Berlin'), minCapacity: 2 } ] })",
  );
  expect(notCarriedOverIn(folder)).toEqual([
    'DescribeScheduledActions once: ScheduledActionName',
    'DescribeScalingPolicies steps: StepScalingPolicyConfiguration',
  ]);
});

test('the last blue/green update', async () => {
  const canary = {
    TrafficRoutingConfiguration: {
      Type: 'CANARY',
      CanarySize: { Type: 'INSTANCE_COUNT', Value: 1 },
      WaitIntervalInSeconds: 900,
    },
    TerminationWaitInSeconds: 600,
  };
  const update = { DeploymentConfig: { BlueGreenUpdatePolicy: canary } };
  expect(await codeOf(endpoint({ UpdateEndpoint: update, variant: { InitialInstanceCount: 2 } }))).toContain(
    'updateStrategy: UpdateStrategy.canary({ size: CapacitySize.count(1), waitInterval: Duration.minutes(15), bakeTime: Duration.minutes(10) })',
  );
});

test('a rolling update whose timeout is too short for the waits of the library', async () => {
  const rolling = {
    MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 50 },
    WaitIntervalInSeconds: 60,
    MaximumExecutionTimeoutInSeconds: 900,
  };
  const update = { DeploymentConfig: { RollingUpdatePolicy: rolling } };
  expect(await codeOf(endpoint({ UpdateEndpoint: update, variant: { InitialInstanceCount: 4 } }))).toContain(
    'updateStrategy: UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(50) })',
  );
  const place = 'DescribeEndpoint: LastDeploymentConfig.RollingUpdatePolicy';
  expect(notCarriedOverIn(folder)).toEqual([
    `${place}.WaitIntervalInSeconds`,
    `${place}.MaximumExecutionTimeoutInSeconds`,
  ]);
});

test('a unit that CloudWatch does not have is no code of the app', async () => {
  const metric = { Namespace: 'Shop', MetricName: 'Load', Statistic: 'Average', Unit: 'None }) });' };
  const policy = tracking({ TargetValue: 70, CustomizedMetricSpecification: metric });
  await codeOf(endpoint({ RegisterScalableTarget: [target], PutScalingPolicy: [policy as never] }));
  expect(notCarriedOverIn(folder)).toEqual([
    'DescribeScalingPolicies old policy: TargetTrackingScalingPolicyConfiguration.CustomizedMetricSpecification.Unit',
  ]);
});

test('notifications that contain the response in one of two topics', async () => {
  const topic = 'arn:aws:sns:us-east-1:111122223333:';
  const NotificationConfig = {
    SuccessTopic: `${topic}done`,
    ErrorTopic: `${topic}errors`,
    IncludeInferenceResponseIn: ['SUCCESS_NOTIFICATION_TOPIC'],
  };
  const OutputConfig = { S3OutputPath: 's3://responses-of-shop/out', NotificationConfig };
  await codeOf(endpoint({ config: { AsyncInferenceConfig: { OutputConfig } } }));
  expect(notCarriedOverIn(folder)).toContain(
    'DescribeEndpointConfig: AsyncInferenceConfig.OutputConfig.NotificationConfig.IncludeInferenceResponseIn',
  );
});

/** An asynchronous endpoint that scales in to zero. */
const asynchronous = (maximum: number): Calls =>
  endpoint({
    config: {
      AsyncInferenceConfig: {
        ClientConfig: { MaxConcurrentInvocationsPerInstance: 4 },
        OutputConfig: {
          S3OutputPath: 's3://responses-of-shop/out',
          S3FailurePath: 's3://responses-of-shop/failures',
          NotificationConfig: {
            ErrorTopic: 'arn:aws:sns:us-east-1:111122223333:errors',
            IncludeInferenceResponseIn: ['ERROR_NOTIFICATION_TOPIC'],
          },
        },
      },
    },
    RegisterScalableTarget: [{ ...target, MinCapacity: 0, MaxCapacity: maximum }],
    PutScalingPolicy: [
      tracking({
        TargetValue: 5,
        CustomizedMetricSpecification: {
          Namespace: 'AWS/SageMaker',
          MetricName: 'ApproximateBacklogSizePerInstance',
          Dimensions: [{ Name: 'EndpointName', Value: 'shop' }],
          Statistic: 'Average',
        },
      }) as never,
      // Scaling.backlogPerInstance has the same policy.
      {
        PolicyName: 'first instance',
        PolicyType: 'StepScaling',
        ResourceId: RESOURCE,
        StepScalingPolicyConfiguration: {
          AdjustmentType: 'ChangeInCapacity',
          StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }],
        },
      },
    ],
  });

test('an asynchronous endpoint', async () => {
  const code = await codeOf(asynchronous(4));
  expect(code).toContain('new TritonAsyncEndpoint(');
  expect(code).toContain('scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4,');
  expect(code).toContain(
    "outputBucket, outputPrefix: 'out', failurePrefix: 'failures', errorTopic, maxConcurrentInvocationsPerInstance: 4",
  );
  expect(notCarriedOverIn(folder)).toEqual([
    'DescribeEndpointConfig: AsyncInferenceConfig.OutputConfig.NotificationConfig.IncludeInferenceResponseIn',
    'location of the requests (InputLocation of InvokeEndpointAsync)',
  ]);
});

test('an asynchronous endpoint with a maximum of 0', async () => {
  expect(await codeOf(asynchronous(0))).toContain('maxCapacity: 1,');
  expect(notCarriedOverIn(folder)).toContain(`DescribeScalableTargets ${RESOURCE}: MaxCapacity`);
});

test('resources of other endpoints are ignored, which outputs of the AWS CLI also describe', async () => {
  const calls = endpoint();
  const [model] = calls.CreateModel;
  const other = { ...target, ResourceId: 'endpoint/other/variant/AllTraffic' };
  const responses = describeCalls({
    ...calls,
    CreateModel: [model, { ...model, ModelName: 'model-of-other' }],
    RegisterScalableTarget: [other],
    PutScalingPolicy: [{ ...tracking({ TargetValue: 5 }), ...other } as never],
  });
  await importResponses(folder, { ...responses, copy: responses['model-0'] }, CONFIGS);
  expect(notCarriedOverIn(folder)).toEqual([]);
  expect(readAppFile(folder, 'README.md')).not.toContain('model-of-other');
});

test('an ensemble has its composing models', async () => {
  const step =
    'ensemble_scheduling { step { model_name: "classifier" model_version: -1 input_map { key: "x" value: "a" } output_map { key: "y" value: "b" } } }';
  const ensemble = `platform: "ensemble"\nmax_batch_size: 8\ninput { name: "a" data_type: TYPE_FP32 dims: [4] }\noutput { name: "b" data_type: TYPE_FP32 dims: [2] }\n${step}`;
  const configs = { ...CONFIGS, pipeline: ensemble };
  const code = await codeOf(endpoint({ container: { Environment: {} } }), configs);
  expect(code).toContain(
    "new TritonModel({ name: 'pipeline', backend: Backend.ENSEMBLE, config: ModelConfig.fromFile(path.join(__dirname, 'models/pipeline/config.pbtxt')), files, members: [TritonModel.fromDirectory(path.join(__dirname, 'models/classifier'), { files })] })",
  );
});

test('an app in Python', async () => {
  const calls = endpoint({
    RegisterScalableTarget: [target],
    PutScalingPolicy: [predefined('SageMakerVariantInvocationsPerInstance', 120) as never],
    variant: { InstanceType: 'ml.g4dn.2xlarge' },
    Tags: [{ Key: 'team', Value: 'shop' }],
  });
  await importCalls(folder, calls, CONFIGS, ['--language', 'python']);
  expect(readAppFile(folder, 'endpoint_stack.py')).toBe(`from pathlib import Path

from aws_cdk import Duration, Stack, Tags
from aws_cdk.aws_iam import Role
from aws_cdk.aws_s3 import Bucket
from cdk_sagemaker_triton import (
    InstanceType,
    ModelFiles,
    RoutingStrategy,
    Scaling,
    TritonImage,
    TritonModel,
    TritonRealtimeEndpoint,
)
from constructs import Construct

HERE = Path(__file__).parent


class EndpointStack(Stack):
    def __init__(self, scope: Construct, construct_id: str, **kwargs) -> None:
        super().__init__(scope, construct_id, **kwargs)
        role = Role.from_role_arn(self, "Role", "arn:aws:iam::111122223333:role/Serving")
        model_bucket = Bucket.from_bucket_name(self, "ModelBucket", "models-of-shop")
        files = ModelFiles.from_s3(model_bucket, "classifier.tar.gz", "v7")
        endpoint = TritonRealtimeEndpoint(
            self,
            "Endpoint",
            endpoint_name="shop",
            model=TritonModel.from_directory(str(HERE / "models/classifier"), files=files),
            instance_type=InstanceType.G4_DN_2_XLARGE,
            scaling=Scaling.invocations_per_instance(
                max_capacity=4,
                scale_in_cooldown=Duration.minutes(5),
                scale_out_cooldown=Duration.minutes(5),
                invocations_per_second=2,
            ),
            image=TritonImage.for_release("24.09"),
            routing_strategy=RoutingStrategy.RANDOM,
            role=role,
        )
        Tags.of(endpoint).add("team", "shop")
`);
  expect(readAppFile(folder, 'README.md')).toMatch(/`latency_objective`[^]*`endpoint_name`/);
  expect(readAppFile(folder, 'requirements.txt')).not.toContain('pytest');
});
