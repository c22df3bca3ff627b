import * as path from 'path';
import { Size, Stack, Stage } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { consequencesOf } from '../../../cli/consequences/consequences';
import { InferenceAmi, InstanceType, ModelFiles, Scaling, TritonImage, TritonModel } from '../../../lib';
import { folderWith } from '../../model/folders';
import { classifier, statementsOf } from '../fixtures';
import { referencesOf } from '../template-graph';
import { errorOf, pythonModel, stackOf, endpointTemplate, warningsOf } from './outcome';

// The numbers in titles are those of the failures of Triton on SageMaker that users report, and that this library prevents. The other numbers are
// prevented by rules, which have their own tests.

/** The template of an endpoint with the default options. */
const defaultTemplate = endpointTemplate();

const US_EAST = { env: { region: 'us-east-1', account: '111122223333' } };
const USER_IMAGE = '111122223333.dkr.ecr.us-east-1.amazonaws.com/triton:1';

/** A model with a file of any size. The file is never read, since the lock file contains its size and digest. */
function largeModel(bytes: number): TritonModel {
  const lock = { files: [{ path: 'model.py', bytes, sha256: 'a'.repeat(64), crc32: '00000000' }] };
  const folder = folderWith({ 'triton-model.lock': JSON.stringify(lock) });
  return pythonModel('', { files: ModelFiles.fromFile(path.join(folder, 'model.py')) });
}

describe('9: a driver that is too old for the image', () => {
  test('is rejected if it is selected', () => {
    const image = TritonImage.forRelease('25.09');
    expect(errorOf({ image, inferenceAmi: InferenceAmi.AL2_GPU_2_1 })).toMatch(/\/sm\.driver\)/);
  });

  test('is not detected for an instance type that is not in the table, which causes a warning', () => {
    expect(warningsOf({ instanceType: InstanceType.of('ml.g9.xlarge') })).toContainEqual(
      expect.stringMatching(/sm\.variant-type/),
    );
  });
});

test('10: a user’s image on an AMI that does not mount its compatibility libraries causes a warning', () => {
  const image = TritonImage.of(USER_IMAGE, { release: '24.09', cudaVersion: '12.6' });
  expect(warningsOf({ image })).toContainEqual(expect.stringMatching(/compatibility libraries.*sm\.cuda-compat/));
});

describe('14: changed data', () => {
  test('of local files has a new S3 key', () => {
    const keyOf = (code: string) => {
      const [model] = Object.values(
        endpointTemplate({ model: pythonModel(code) }).findResources('AWS::SageMaker::Model'),
      );
      return JSON.stringify(model.Properties.PrimaryContainer.ModelDataSource);
    };
    expect(keyOf('pass')).toMatch(/[0-9a-f]{64}/);
    expect(keyOf('pass')).not.toBe(keyOf('pass # changed'));
  });
});

test('15: only the endpoint has a fixed name', () => {
  defaultTemplate.hasResourceProperties('AWS::SageMaker::Model', { ModelName: Match.absent() });
  defaultTemplate.hasResourceProperties('AWS::SageMaker::EndpointConfig', { EndpointConfigName: Match.absent() });
  defaultTemplate.hasResourceProperties('AWS::SageMaker::Endpoint', { EndpointName: 'shop' });
});

test('16, 17: the endpoint and its test refer to the configuration, so that an old configuration is detected', () => {
  const [config] = Object.keys(defaultTemplate.findResources('AWS::SageMaker::EndpointConfig'));
  const EndpointConfigName = { 'Fn::GetAtt': [config, 'EndpointConfigName'] };
  defaultTemplate.hasResourceProperties('AWS::SageMaker::Endpoint', { EndpointConfigName });
  defaultTemplate.hasResourceProperties('Custom::TritonSmokeTest', { EndpointConfigName });
});

test('18: an update keeps the scaled number of instances, with a fixed variant name', () => {
  defaultTemplate.hasResourceProperties('AWS::SageMaker::Endpoint', { RetainAllVariantProperties: true });
  for (const instanceType of [InstanceType.G5_XLARGE, InstanceType.G6_XLARGE]) {
    endpointTemplate({ instanceType }).hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [{ VariantName: 'AllTraffic' }],
    });
  }
});

test('19: a variant is deregistered before the endpoint changes, and registered afterwards', () => {
  const graph = referencesOf(defaultTemplate.toJSON().Resources);
  const idOf = (type: string) => Object.keys(defaultTemplate.findResources(type))[0];
  expect(graph.get(idOf('AWS::SageMaker::Endpoint'))).toContain(idOf('Custom::TritonScalingRelease'));
  expect(graph.get(idOf('Custom::TritonScalingRegistration'))).toContain(idOf('AWS::SageMaker::Endpoint'));
  defaultTemplate.hasResourceProperties('Custom::TritonScalingRelease', {
    Variants: Match.stringLikeRegexp('"instanceTypes":\\["ml.g4dn.xlarge"\\]'),
  });
});

test('20: the function that deregisters a variant has the permission to deregister scalable targets', () => {
  const actions = statementsOf(defaultTemplate, /TritonScalingRegistration/).flatMap(({ Action }) => Action);
  expect(actions).toContain('application-autoscaling:DeregisterScalableTarget');
});

test('21: scaling uses the service-linked role, which exists or is created with the permissions of the deployment', () => {
  defaultTemplate.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { RoleARN: Match.absent() });
});

test('22: requests per second are converted to requests per minute', () => {
  const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 22 });
  endpointTemplate({ scaling }).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: { TargetValue: 1320 },
  });
  const zeroTarget = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 0 });
  expect(errorOf({ scaling: zeroTarget })).toMatch(/scaling\.invocationsPerSecond: got 0.*\/sm\.scaling\)/);
});

test('23: by default, scaling uses concurrent requests with a period of 10 seconds, and GPU utilization includes all GPUs', () => {
  defaultTemplate.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: {
      PredefinedMetricSpecification: {
        PredefinedMetricType: 'SageMakerVariantConcurrentRequestsPerModelHighResolution',
      },
    },
  });
  const scaling = Scaling.gpuUtilization({ maxCapacity: 4, percent: 60 });
  endpointTemplate({ scaling, instanceType: InstanceType.G5_12XLARGE }).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    { TargetTrackingScalingPolicyConfiguration: { TargetValue: 240 } },
  );
});

test('24: managed instance scaling is never set, since SageMaker supports it only for inference components', () => {
  expect(JSON.stringify(defaultTemplate.toJSON())).not.toContain('ManagedInstanceScaling');
});

describe('26: the start of a large model', () => {
  test('has timeouts that increase with the size of the model', () => {
    endpointTemplate({ model: largeModel(20e9), instanceType: InstanceType.G5_12XLARGE }).hasResourceProperties(
      'AWS::SageMaker::EndpointConfig',
      {
        ProductionVariants: [
          { ModelDataDownloadTimeoutInSeconds: 701, ContainerStartupHealthCheckTimeoutInSeconds: 501 },
        ],
      },
    );
  });
});

describe('28: a model that is too large for the storage', () => {
  test('causes a warning as uncompressed files', () => {
    const [warning] = warningsOf({ model: largeModel(200 * 1024 ** 3) }).filter((text) => text.includes('sm.storage'));
    expect(warning).toMatch(/^instanceType: got 200\.0 GiB of model files; ml\.g4dn\.xlarge has 116\.0 GiB of storage/);
  });

  test('causes a warning if the volume has a size that is too small', () => {
    const model = largeModel(70 * 1024 ** 3);
    const onVolume = { model, instanceType: InstanceType.P3_2XLARGE, image: TritonImage.forRelease('24.09') };
    expect(warningsOf({ ...onVolume, volumeSize: Size.gibibytes(50) }).join()).toContain('sm.storage');
    expect(warningsOf({ ...onVolume, volumeSize: Size.gibibytes(80) }).join()).not.toContain('sm.storage');
    expect(warningsOf(onVolume).join()).not.toContain('sm.storage');
  });
});

describe('29: a bucket in a different Region', () => {
  const bucketIn = (stack: Stack, region = 'eu-west-1') =>
    Bucket.fromBucketAttributes(stack, 'Models', { bucketName: 'models', region });

  test('is rejected if it contains the model', () => {
    const createProps = (stack: Stack) => ({
      model: classifier({ files: ModelFiles.fromS3(bucketIn(stack), 'm.tar.gz') }),
    });
    expect(errorOf(createProps, US_EAST)).toMatch(
      /files: got a bucket in eu-west-1; allowed: a bucket in us-east-1, the stack's Region \(\S+\/sm\.other-region\)/,
    );
    expect(errorOf(createProps)).toBe('');
  });

  test('is rejected if the deployment would publish the model to it', () => {
    const createProps = (region: string) => (stack: Stack) => ({ modelBucket: bucketIn(stack, region) });
    expect(errorOf(createProps('eu-west-1'), US_EAST)).toMatch(
      /modelBucket: got a bucket in eu-west-1.*\/sm\.other-region\)/,
    );
    expect(errorOf(createProps('us-east-1'), US_EAST)).toBe('');
  });
});

test('30: the role may also list uncompressed files under their prefix', () => {
  defaultTemplate.hasResourceProperties('AWS::IAM::Policy', {
    Roles: [{ Ref: Match.stringLikeRegexp('ExecutionRole') }],
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Action: 's3:ListBucket',
          Condition: { StringLike: { 's3:prefix': Match.stringLikeRegexp('^Stack/Stack-Endpoint-[0-9A-F]{8}/\\*$') } },
        }),
      ]),
    },
  });
});

test('31: a model waits for its role and the permissions of the role', () => {
  const [role] = Object.keys(defaultTemplate.findResources('AWS::IAM::Role')).filter((id) =>
    id.includes('ExecutionRole'),
  );
  defaultTemplate.hasResource('AWS::SageMaker::Model', { DependsOn: Match.arrayWith([role]) });
  const [policyOfNewRole] = Object.keys(defaultTemplate.findResources('AWS::IAM::Policy'));
  defaultTemplate.hasResource('AWS::SageMaker::Model', { DependsOn: Match.arrayWith([policyOfNewRole]) });
  const withUserRole = endpointTemplate(
    (stack) => ({
      role: Role.fromRoleArn(stack, 'Given', 'arn:aws:iam::111122223333:role/given'),
    }),
    US_EAST,
  );
  const [policyOfUserRole] = Object.keys(withUserRole.findResources('AWS::IAM::Policy'));
  withUserRole.hasResource('AWS::SageMaker::Model', { DependsOn: Match.arrayWith([policyOfUserRole]) });
});

test('32: the role may pull from the account that publishes the release in the Region, and other Regions are rejected', () => {
  endpointTemplate({ image: TritonImage.forRelease('25.09') }, { env: { region: 'eu-west-2' } }).hasResourceProperties(
    'AWS::IAM::Policy',
    {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: Match.arrayWith(['ecr:BatchGetImage']),
            Resource: {
              'Fn::Join': ['', Match.arrayWith([':ecr:eu-west-2:763104351884:repository/sagemaker-tritonserver'])],
            },
          }),
        ]),
      },
    },
  );
  expect(errorOf({ image: TritonImage.forRelease('25.09') }, { env: { region: 'cn-north-1' } })).toMatch(
    /\/sm\.region\)/,
  );
});

test('33: the command consequences prints the quota that an endpoint requires', () => {
  const assembly = Stage.of(stackOf({ instanceCount: 2, scaling: Scaling.none() }))?.synth().directory ?? '';
  expect(consequencesOf(assembly)[0].consequences.map(({ sentence }) => sentence)).toContain(
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 2 instances. A later update needs it for up to 4 instances.',
  );
});

test('34: without capacity, SageMaker tries the next instance type', () => {
  const instancePools = [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G5_2XLARGE }];
  endpointTemplate({ instancePools }).hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [
      {
        InstancePools: [
          { InstanceType: 'ml.g5.xlarge', Priority: 1 },
          { InstanceType: 'ml.g5.2xlarge', Priority: 2 },
        ],
      },
    ],
  });
});
