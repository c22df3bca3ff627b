import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe as describeCalls, Calls, Responses } from './described';
import { ENDPOINTS } from './described-endpoints';
import { importCalls, importResponses, synthesizeApp, WrittenApp } from './written-app';

// How the settings of an endpoint become properties of the app. The apps are not written, and only one of them is synthesized: other tests
// synthesize and compile apps with many settings.

process.env.CDK_VALIDATION = 'false';

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
const IN_CONFIG = 'DescribeEndpointConfig:';
const IN_VARIANT = `${IN_CONFIG} ProductionVariants[0]`;

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

const importShop = (changes: Changes = {}): WrittenApp => importCalls(endpoint(changes), CONFIGS);

/** Variables of the container, in addition to the usual ones. */
const variables = (others: Record<string, unknown>): Changes => ({
  container: {
    Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'classifier', MODEL_DATA_VERSION: 'v7', ...others },
  },
});

test('an endpoint with default settings has little code', () => {
  const app = importShop({ variant: { RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' } } });
  expect(app.files.get('endpoint-stack.ts')).toContain(`    super(scope, id, props);
    const modelBucket = Bucket.fromBucketName(this, 'ModelBucket', 'models-of-shop');
    const files = ModelFiles.fromS3(modelBucket, 'classifier.tar.gz', 'v7');
    const role = Role.fromRoleArn(this, 'Role', 'arn:aws:iam::111122223333:role/Serving');
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      endpointName: 'shop',
      model: TritonModel.fromDirectory(path.join(__dirname, 'models/classifier'), {
        files: files,
      }),
      instanceType: InstanceType.G5_XLARGE,
      scaling: Scaling.none(),
      image: TritonImage.forRelease('24.09'),
      role: role,
    });
  }
}
`);
  expect(app.files.get('models/classifier/config.pbtxt')).toBe(CONFIG);
  expect(app.notCarriedOver).toEqual([]);
});

test('an app in Python', () => {
  const calls = endpoint({
    variant: { InstanceType: 'ml.g4dn.2xlarge', EnableSSMAccess: true },
    Tags: [{ Key: 'team', Value: 'shop' }],
  });
  const { files } = importCalls(calls, CONFIGS, 'python');
  const code = files.get('endpoint_stack.py');
  expect(code).toContain('\nHERE = Path(__file__).parent\n\n\nclass EndpointStack(Stack):\n');
  expect(code).toContain(`        endpoint = TritonRealtimeEndpoint(
            self,
            "Endpoint",
            endpoint_name="shop",
            model=TritonModel.from_directory(
                str(HERE / "models/classifier"),
                files=files,
            ),
            instance_type=InstanceType.G4_DN_2_XLARGE,
            scaling=Scaling.none(),
            image=TritonImage.for_release("24.09"),
            routing_strategy=RoutingStrategy.RANDOM,
            role=role,
        )
        endpoint.cfn_endpoint_config.add_property_override("ProductionVariants.0.EnableSSMAccess", True)
        Tags.of(endpoint).add("team", "shop")
`);
  expect(files.get('README.md')).toMatch(/`latency_objective`[^]*`endpoint_name`/);
  expect(files.get('requirements.txt')).not.toContain('pytest');
});

const target = { ResourceId: RESOURCE, MinCapacity: 1, MaxCapacity: 4 };
const tracking = (TargetTrackingScalingPolicyConfiguration: object): Record<string, unknown> => ({
  PolicyName: 'old policy',
  PolicyType: 'TargetTrackingScaling',
  ResourceId: RESOURCE,
  TargetTrackingScalingPolicyConfiguration,
});
const scaled = (policy: Record<string, unknown>, limits: object = {}): Changes => ({
  RegisterScalableTarget: [{ ...target, ...limits }],
  PutScalingPolicy: [policy],
});
const predefined = (PredefinedMetricType: string, TargetValue: number): Changes =>
  scaled(tracking({ TargetValue, PredefinedMetricSpecification: { PredefinedMetricType } }));
const customized = (specification: object, TargetValue: number): Record<string, unknown> =>
  tracking({
    TargetValue,
    ScaleInCooldown: 600,
    ScaleOutCooldown: 200,
    CustomizedMetricSpecification: { Statistic: 'Average', ...specification },
  });
const ofShop = { Name: 'EndpointName', Value: 'shop' };
const pools = (...priorities: number[]): object[] =>
  priorities.map((Priority, index) => ({ InstanceType: ['ml.g5.xlarge', 'ml.g6.xlarge'][index], Priority }));

test.each<[Changes, string]>([
  [variables({ OMP_NUM_THREADS: '1' }), "server: { environment: { 'OMP_NUM_THREADS': '1' } }"],
  [
    { variant: { InstanceType: 'ml.p3.2xlarge' }, config: { KmsKeyId: '1234abcd' } },
    "const key = Key.fromKeyArn(this, 'Key', 'arn:aws:kms:us-east-1:111122223333:key/1234abcd');",
  ],
  [
    { variant: { RoutingConfig: { RoutingStrategy: 'PREFIX_AWARE', PrefixAwareRoutingConfig: { PrefixLength: 9 } } } },
    "endpoint.cfnEndpointConfig.addPropertyOverride('ProductionVariants.0.RoutingConfig', { 'RoutingStrategy': 'PREFIX_AWARE', 'PrefixAwareRoutingConfig': { 'PrefixLength': 9 } });",
  ],
  [
    { variant: { InstanceType: undefined, InstancePools: pools(2, 1) } },
    'instancePools: [ { instanceType: InstanceType.G6_XLARGE }, { instanceType: InstanceType.G5_XLARGE } ]',
  ],
  [{ Tags: [{ Key: 'team', Value: "the shop's" }] }, `Tags.of(endpoint).add('team', 'the shop\\'s')`],
  [
    predefined('SageMakerVariantInvocationsPerInstance', 100),
    'Scaling.invocationsPerInstance({ maxCapacity: 4, scaleInCooldown: Duration.minutes(5), scaleOutCooldown: Duration.minutes(5), invocationsPerSecond: 100 / 60 })',
  ],
  [
    scaled(
      customized(
        {
          Namespace: '/aws/sagemaker/Endpoints',
          MetricName: 'GPUUtilization',
          Dimensions: [{ Name: 'VariantName', Value: 'AllTraffic' }, ofShop],
          Unit: 'Percent',
        },
        70,
      ),
    ),
    'scaling: Scaling.gpuUtilization({ maxCapacity: 4, percent: 70 })',
  ],
])('%j: %s', (changes, code) => {
  const app = importShop(changes);
  expect(app.code).toContain(code);
  expect(app.notCarriedOver).toEqual([]);
});

const deployment = { AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'latency' }] } };

test.each<[Changes, string[]]>([
  [
    { variant: { VolumeSizeInGB: 30 }, config: { KmsKeyId: 'volumes' } },
    [`${IN_VARIANT}.VolumeSizeInGB`, `${IN_CONFIG} KmsKeyId`],
  ],
  [{ variant: { InstancePools: pools(1, 1) } }, [`${IN_VARIANT}.InstanceType`, `${IN_VARIANT}.InstancePools`]],
  [{ variant: { InstanceType: 'ml.p3.2xlarge' }, config: { KmsKeyId: 'alias/volumes' } }, ['KmsKeyId']],
  [
    { container: { ImageConfig: { RepositoryAccessMode: 'Vpc' } } },
    ['DescribeModel model: PrimaryContainer.ImageConfig'],
  ],
  [{ model: { VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] } } }, ['VpcConfig.Subnets']],
  [{ UpdateEndpoint: { DeploymentConfig: deployment } }, ['DescribeEndpoint: LastDeploymentConfig']],
  [
    scaled(customized({ Namespace: 'Shop', MetricName: 'Load', Dimensions: [ofShop] }, 70)),
    [
      `DescribeScalableTargets ${RESOURCE}: MaxCapacity`,
      'DescribeScalingPolicies old policy: PolicyName',
      'DescribeScalingPolicies old policy: TargetTrackingScalingPolicyConfiguration',
    ],
  ],
  [predefined('constructor', 100), [`DescribeScalableTargets ${RESOURCE}: MaxCapacity`]],
  [
    { config: { ShadowProductionVariants: [{ ...VARIANT, VariantName: 'shadow', InitialVariantWeight: 0 }] } },
    [`${IN_CONFIG} ShadowProductionVariants`],
  ],
])('%j: the list has %j', (changes, settings) => {
  expect(importShop(changes).notCarriedOver).toEqual(expect.arrayContaining(settings));
});

const schema = (type: string): unknown =>
  JSON.parse(
    fs.readFileSync(path.join(__dirname, `../../account/cloudformation/schemas/sagemaker-${type}.json`), 'utf8'),
  );

test('overrides set only what CloudFormation has, and the list proposes no others', () => {
  const { ProductionVariant } = (schema('endpointconfig') as { definitions: Record<string, { properties: object }> })
    .definitions;
  const overridden = {
    RoutingConfig: { RoutingStrategy: 'PREFIX_AWARE' },
    EnableSSMAccess: true,
    CapacityReservationConfig: { MlReservationArn: 'arn' },
    CoreDumpConfig: { DestinationS3Uri: 's3://dumps/triton' },
    VariantInstanceProvisionTimeoutInSeconds: 600,
  };
  const { code, notCarriedOver } = importShop({ variant: overridden });
  expect(notCarriedOver).toEqual([]);
  for (const name of Object.keys(overridden)) {
    expect(code).toContain(`addPropertyOverride('ProductionVariants.0.${name}', `);
    expect(Object.keys(ProductionVariant.properties)).toContain(name);
  }
  const schemas = JSON.stringify([schema('endpointconfig'), schema('model')]);
  const onlyInApi = ['CrossRegionTrafficConfig', 'ContainerMetricsConfig', 'AcceleratorPartitionLayouts'];
  const { files } = importShop({
    config: { CrossRegionTrafficConfig: { a: 1 } },
    container: { ContainerMetricsConfig: { a: 1 } },
    variant: { AcceleratorPartitionLayouts: [{ a: 1 }] },
  });
  for (const name of onlyInApi) {
    expect(schemas).not.toContain(`"${name}"`);
    expect(files.get('NOT-CARRIED-OVER.md')).toMatch(
      new RegExp(`${name}.*neither the library nor an override can set it`),
    );
  }
});

test('metrics that the endpoint reports as defaults are no false alarm', () => {
  const responses = describeCalls(endpoint());
  const MetricsConfig = { EnableEnhancedMetrics: false, MetricPublishFrequencyInSeconds: 60 };
  const app = importResponses({ ...responses, endpoint: { ...responses.endpoint, MetricsConfig } }, CONFIGS);
  expect([app.notCarriedOver, app.code.includes('monitoring')]).toEqual([[], false]);
});

test('a variable that may be a secret is in no file of the app', () => {
  const secrets = {
    HF_TOKEN: 'hf_abcdefghij',
    DATABASE: 'postgres://user:pass@host/db',
    MAX_TOKENS: '8',
    PASSWORD: 123454321,
  };
  const app = importShop(variables(secrets));
  for (const text of app.files.values()) expect(text).not.toMatch(/hf_abcdefghij|user:pass|123454321/);
  expect(app.code).toContain("'HF_TOKEN': SecretValue.secretsManager('shop/HF_TOKEN').unsafeUnwrap()");
  expect(app.code).toContain("'MAX_TOKENS': '8'");
  expect(app.notCarriedOver).toEqual(
    expect.arrayContaining(
      ['DATABASE', 'HF_TOKEN'].map((name) => `DescribeModel model: PrimaryContainer.Environment.${name}`),
    ),
  );
  synthesizeApp(app);
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
  ...[
    ...['AUTHTOKEN', 'HFTOKEN', 'accesstoken', 'API_TOKENS', 'CREDS', 'GCP_CREDS', 'SIGNINGKEY', 'ENCRYPTIONKEY'],
    ...['KEY_1', 'SIGNING_KEYS', 'PASSCODE', 'DB_PASS1', 'DB_PW', 'GITHUB_PAT', 'PAT', 'CONNECTION_STRING', 'DSN'],
    ...['SAS', 'COOKIE', 'db-pass', 'db.pass', 'SAGEMAKER_TRITON_PASSWORD'],
  ].map((name) => [name, 'hunter2']),
  ['SAGEMAKER_TRITON_ADDITIONAL_ARGS', '--trace-config=opentelemetry,url=http://user:hunter2@traces:4318/v1/traces'],
])('the variable %s may be a secret', (name, value) => {
  expect(importShop(variables({ [name]: value })).code).toContain(`'${name}': SecretValue.secretsManager(`);
});

test.each([
  ['REGISTRY', 'https://registry:5000/@shop/packages'],
  ['RULES', 'max_token=8;design=flat'],
  ['KEY_COLUMN', 'id'],
  ['MAX_TOKENS', '8'],
  ['TOKENIZERS_PARALLELISM', 'false'],
  ['PYTHONPATH', '/opt/ml'],
  ['SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING', 'true'],
  ['SAGEMAKER_SAFE_PORT_RANGE', '1-2'],
  ['TRITON_AWS_MOUNT_DIRECTORY', '/tmp'],
])('the variable %s is no secret', (name, value) => {
  expect(importShop(variables({ [name]: value })).code).toContain(`'${name}': '${value}'`);
});

test('a token is in no file of the app, also outside of the variables', () => {
  const token = `hf_${'a1B2'.repeat(8)}`;
  const Tags = [{ Key: 'owner', Value: `me, ${token}` }];
  const config = `${CONFIG}\nparameters { key: "x" value { string_value: "${token}" } }`;
  const app = importResponses({ ...describeCalls(endpoint()), tags: { Tags } }, { classifier: config });
  for (const text of app.files.values()) expect(text).not.toContain(token);
  expect(app.code).toContain("add('owner', 'me, (hidden: looks like a secret)')");
});

test('a tag whose name is that of a secret', () => {
  const Tags = [{ Key: 'DB_PASSWORD', Value: 'hunter2' }];
  expect(importShop({ Tags }).code).toContain("add('DB_PASSWORD', '(hidden: looks like a secret)')");
});

test.each(['typescript', 'python'] as const)('a text cannot reorder the code that a reader sees: %s', (language) => {
  const Tags = [{ Key: 'team', Value: 'a\u202eb\u2066c' }];
  const { code } = importCalls(endpoint({ Tags }), CONFIGS, language);
  expect(code).toMatch(/add\(.team., .a\\u202eb\\u2066c.\)/);
});

test('names of variables cannot end a line or a code span of the list', () => {
  const name = 'A`\n```\n# Title <img src=x>';
  const list = importShop(variables({ [name]: 'Bearer 0123456789' })).files.get('NOT-CARRIED-OVER.md') ?? '';
  const shown = "A' ''' # Title <img src=x>";
  expect(list.split('\n').filter((line) => line.includes('Title'))).toEqual([
    `- \`DescribeModel model: PrimaryContainer.Environment.${shown}\`: \`secret shop/${shown}\`: create this secret in AWS Secrets Manager with the value of the variable, or change the code: CloudFormation reads the value in each deployment`,
  ]);
});

test('the name and the version of a model are no secrets', () => {
  const Environment = { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'hf_bert', MODEL_DATA_VERSION: 'hf_v7' };
  const { code } = importCalls(endpoint({ container: { Environment } }), { hf_bert: CONFIG });
  expect(code).toMatch(/'hf_v7'.*'models\/hf_bert'/);
});

test('the README proposes a different name, also for the longest one', () => {
  const EndpointName = `${'a'.repeat(60)}-bc`;
  const { files } = importShop({ CreateEndpoint: { EndpointName, EndpointConfigName: 'config' } });
  expect(files.get('README.md')).toContain(`such as to \`${'a'.repeat(60)}-2\``);
});

test('the network of the described subnets', () => {
  const VpcConfig = { Subnets: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'] };
  const responses = describeCalls(endpoint({ model: { VpcConfig, EnableNetworkIsolation: true } }));
  const Subnets = ['a', 'b'].map((zone, index) => ({
    SubnetId: `subnet-${index + 1}`,
    VpcId: 'vpc-1',
    AvailabilityZone: `us-east-1${zone}`,
  }));
  const app = importResponses({ ...responses, subnets: { Subnets } }, CONFIGS);
  expect(app.code).toContain("vpcId: 'vpc-1', availabilityZones: ['us-east-1a', 'us-east-1b'] }");
  expect(app.code).toContain(
    'vpcSubnets: { subnets: [subnet, subnet2] }, securityGroups: [securityGroup], networkIsolation: true }',
  );
  expect(app.notCarriedOver).toEqual([]);
});

test('several variants, and a shadow variant with a model of its own', () => {
  const { CreateModel } = endpoint();
  const { CreateModel: others } = endpoint({
    model: { ModelName: 'next' },
    container: { ModelDataUrl: 's3://models-of-shop/v8.tar.gz' },
  });
  const named = (VariantName: string, changes: object): object => ({ ...VARIANT, VariantName, ...changes });
  const ProductionVariants = [
    named('stable', { InitialVariantWeight: 9 }),
    named('candidate', { InitialInstanceCount: 2 }),
  ];
  const ShadowProductionVariants = [named('shadow', { InitialVariantWeight: 0.5, ModelName: 'next' })];
  const app = importShop({
    CreateModel: [...CreateModel, ...others],
    config: { ProductionVariants, ShadowProductionVariants },
  });
  expect(app.code).toMatch(
    /variants: \[ { variantName: 'stable', weight: 9, instanceType.* { variantName: 'candidate', .*instanceCount: 2,/,
  );
  expect(app.code).toContain("const files2 = ModelFiles.fromS3(modelBucket, 'v8.tar.gz', 'v7')");
  expect(app.code).toMatch(/shadowVariants: \[ { variantName: 'shadow', weight: 0.5, .* files: files2 }\) } \]/);
  expect(app.notCarriedOver).toEqual([]);
});

test('the state of a variant is no setting, apart from the current number of instances', () => {
  const responses = describeCalls(endpoint());
  const [variant] = responses.endpoint.ProductionVariants as object[];
  const state = {
    ...variant,
    DesiredInstanceCount: 3,
    InstancePools: [{ InstanceType: 'ml.g5.xlarge', CurrentInstanceCount: 1 }],
    CapacityReservationConfig: { TotalInstanceCount: 2 },
  };
  const described = { ...responses.endpoint, ProductionVariants: [state] };
  const app = importResponses({ ...responses, endpoint: described }, CONFIGS);
  expect([app.notCarriedOver, app.code]).toEqual([[], expect.stringContaining('instanceCount: 3,')]);
});

test('the list names properties in the language of the app', () => {
  const calls = endpoint({ UpdateEndpoint: { DeploymentConfig: deployment } });
  const { files } = importCalls(calls, CONFIGS, 'python');
  expect(files.get('NOT-CARRIED-OVER.md')).toContain('see `update_strategy`');
});

test('scaling on a schedule, and a policy that no strategy reproduces', () => {
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
  const app = importShop({
    RegisterScalableTarget: [target],
    PutScalingPolicy: [steps],
    PutScheduledAction: [action, { ...action, ScheduledActionName: 'once', EndTime: '2027-01-01' }],
  });
  expect(app.code).toContain(
    "scaling: Scaling.scheduled({ maxCapacity: 4, actions: [ { name: 'morning', schedule: Schedule.expression('cron(0 7 * * ? *)'), timeZone: TimeZone.of('Europe/Berlin'), minCapacity: 2 } ] })",
  );
  expect(app.notCarriedOver).toEqual(
    expect.arrayContaining([
      'DescribeScheduledActions once: ScheduledActionName',
      'DescribeScheduledActions once: EndTime',
      'DescribeScalingPolicies steps: StepScalingPolicyConfiguration',
    ]),
  );
});

test('an asynchronous endpoint', () => {
  const { calls, configs } = ENDPOINTS.asynchronous;
  const { code, notCarriedOver } = importCalls(calls, configs);
  expect(code).toContain('scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4,');
  expect(code).toContain("outputPrefix: 'out', failurePrefix: 'failures', outputEncryptionKey: key3,");
  expect(code).toContain('successTopic: successTopic, errorTopic: errorTopic, maxConcurrentInvocationsPerInstance: 4');
  expect(notCarriedOver).toContain('location of the requests (InputLocation of InvokeEndpointAsync)');
  expect(notCarriedOver).not.toContainEqual(expect.stringMatching(/Scal|AsyncInferenceConfig/));
  const [limits] = calls.RegisterScalableTarget ?? [];
  const zero = importCalls({ ...calls, RegisterScalableTarget: [{ ...limits, MaxCapacity: 0 }] }, configs);
  expect(zero.code).toContain('maxCapacity: 1,');
  expect(zero.notCarriedOver).toContain(`DescribeScalableTargets ${RESOURCE}: MaxCapacity`);
});

test('resources of other endpoints are ignored, which outputs of the AWS CLI also describe', () => {
  const calls = endpoint();
  const [model] = calls.CreateModel;
  const other = { ...target, ResourceId: 'endpoint/other/variant/AllTraffic' };
  const responses: Responses = describeCalls({
    ...calls,
    CreateModel: [model, { ...model, ModelName: 'model-of-other' }],
    RegisterScalableTarget: [other],
    PutScalingPolicy: [{ ...tracking({ TargetValue: 5 }), ...other }],
  });
  const app = importResponses({ ...responses, copy: responses['model-0'] }, CONFIGS);
  expect(app.notCarriedOver).toEqual([]);
  expect(app.files.get('README.md')).not.toContain('model-of-other');
});

test('an ensemble has its composing models', () => {
  const step =
    'ensemble_scheduling { step { model_name: "classifier" model_version: -1 input_map { key: "x" value: "a" } output_map { key: "y" value: "b" } } }';
  const ensemble = `platform: "ensemble"\nmax_batch_size: 8\ninput { name: "a" data_type: TYPE_FP32 dims: [4] }\noutput { name: "b" data_type: TYPE_FP32 dims: [2] }\n${step}`;
  const app = importCalls(endpoint({ container: { Environment: { MODEL_DATA_VERSION: 'v7' } } }), {
    ...CONFIGS,
    pipeline: ensemble,
  });
  expect(app.code).toContain(
    "new TritonModel({ name: 'pipeline', backend: Backend.ENSEMBLE, config: ModelConfig.fromFile(path.join(__dirname, 'models/pipeline/config.pbtxt')), files: files, members: [ TritonModel.fromDirectory(path.join(__dirname, 'models/classifier'), { files: files }) ] })",
  );
  synthesizeApp(app);
});
