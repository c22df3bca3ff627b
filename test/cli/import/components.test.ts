import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Calls } from './described';
import { importCalls, notCarriedOverIn, readAppFile, synthesizeApp } from './written-app';

// Endpoints with inference components, whose models are SageMaker models.

process.env.CDK_VALIDATION = 'false';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const CONFIGS = {
  net: 'name: "net"\nbackend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: [4] }\noutput { name: "y" data_type: TYPE_FP32 dims: [2] }\n',
};
const ROLE = 'arn:aws:iam::111122223333:role/Serving';
const NEW_NAME = 'DescribeInferenceComponent first: InferenceComponentName';

const endpoint = (model: object = {}): Calls => ({
  CreateModel: [
    {
      ModelName: 'model',
      ExecutionRoleArn: ROLE,
      PrimaryContainer: {
        Image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3',
        ModelDataUrl: 's3://models-of-shop/net.tar.gz',
        Environment: { MODEL_DATA_VERSION: 'v7' },
      },
      ...model,
    },
  ],
  CreateEndpointConfig: {
    EndpointConfigName: 'config',
    ExecutionRoleArn: ROLE,
    ProductionVariants: [
      {
        VariantName: 'AllTraffic',
        InstanceType: 'ml.g5.xlarge',
        InitialInstanceCount: 1,
        ManagedInstanceScaling: { Status: 'ENABLED', MinInstanceCount: 1, MaxInstanceCount: 2 },
        RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
      },
    ],
  },
  CreateEndpoint: { EndpointName: 'shop', EndpointConfigName: 'config' },
  CreateInferenceComponent: [
    {
      InferenceComponentName: 'first',
      EndpointName: 'shop',
      VariantName: 'AllTraffic',
      Specification: {
        ModelName: 'model',
        ComputeResourceRequirements: { NumberOfAcceleratorDevicesRequired: 1, MinMemoryRequiredInMb: 1024 },
      },
      RuntimeConfig: { CopyCount: 1 },
    },
  ],
});

test('the README deletes the components before the endpoint', async () => {
  await importCalls(folder, endpoint(), CONFIGS);
  synthesizeApp(folder);
  expect(notCarriedOverIn(folder)).toEqual([NEW_NAME]);
  const readme = readAppFile(folder, 'README.md');
  // SageMaker does not delete an endpoint that has components.
  expect(readme).toMatch(
    /delete-inference-component --inference-component-name first\n *aws sagemaker delete-endpoint /,
  );
});

test('a model with a role and a network of its own', async () => {
  await importCalls(
    folder,
    endpoint({ ExecutionRoleArn: `${ROLE}2`, EnableNetworkIsolation: true, VpcConfig: { Subnets: ['subnet-1'] } }),
    CONFIGS,
  );
  expect(notCarriedOverIn(folder).sort()).toEqual([
    NEW_NAME,
    'DescribeModel model: EnableNetworkIsolation',
    'DescribeModel model: ExecutionRoleArn',
    'DescribeModel model: VpcConfig',
  ]);
  expect(readAppFile(folder, 'NOT-CARRIED-OVER.md')).toContain(
    'the components of the library have the role and the network of the endpoint configuration',
  );
});

const withComponent = (component: object): Calls => {
  const calls = endpoint();
  const [first] = calls.CreateInferenceComponent ?? [];
  return {
    ...calls,
    CreateInferenceComponent: [first, { ...first, InferenceComponentName: 'second', ...component }],
  };
};

test('an adapter is listed, and the app does not contain it', async () => {
  const Specification = {
    BaseInferenceComponentName: 'first',
    Container: { ArtifactUrl: 's3://models-of-shop/adapter.tar.gz' },
  };
  await importCalls(folder, withComponent({ Specification }), CONFIGS);
  synthesizeApp(folder).resourceCountIs('AWS::SageMaker::InferenceComponent', 1);
  expect(notCarriedOverIn(folder)).toEqual(['DescribeInferenceComponent second: Specification', NEW_NAME]);
  expect(readAppFile(folder, 'README.md')).toMatch(
    /delete-inference-component --inference-component-name second\n *aws sagemaker delete-inference-component --inference-component-name first\n/,
  );
});

test.each([
  ['Failed', 'a failed component serves nothing: delete it, and import again'],
  ['Updating', 'wait until SageMaker has finished the change, and import again'],
])('a component in the state %s is refused', async (InferenceComponentStatus, advice) => {
  const { stderr } = await importCalls(folder, withComponent({ InferenceComponentStatus }), CONFIGS);
  expect(stderr).toContain(
    `DescribeInferenceComponent second: InferenceComponentStatus: got "${InferenceComponentStatus}"; allowed: InService: ${advice}`,
  );
  expect(fs.existsSync(path.join(folder, 'app'))).toBe(false);
});
