import { App, Duration, Stack, Token } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { CapacitySize, EndpointPurpose, InstanceType, Scaling, TritonInferenceComponents } from '../../../lib';
import { statementsOf } from '../fixtures';
import {
  component,
  componentProperties,
  createVisionEndpoint,
  fleetProperties,
  stackInRegion,
  templateOf,
} from './fixtures';

const TO_ZERO = Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 2, invocationsPerSecond: 10 });

describe('the fleet', () => {
  test('has no model, and SageMaker scales its instances', () => {
    const template = templateOf(createVisionEndpoint());
    expect(fleetProperties(template)).toEqual({
      VariantName: 'AllTraffic',
      InstanceType: 'ml.g5.12xlarge',
      InitialInstanceCount: 1,
      InferenceAmiVersion: 'al2023-ami-sagemaker-inference-gpu-4-1',
      ManagedInstanceScaling: { Status: 'ENABLED', MinInstanceCount: 1, MaxInstanceCount: 4 },
      RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
    });
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', { ExecutionRoleArn: Match.anyValue() });
    template.hasResourceProperties('AWS::SageMaker::Endpoint', {
      EndpointName: 'vision',
      RetainAllVariantProperties: true,
    });
  });

  test('can have no instances while no component has copies', () => {
    const components = [component('cat', { scaling: TO_ZERO })];
    const template = templateOf(createVisionEndpoint({ components, minInstanceCount: 0 }));
    expect(fleetProperties(template)).toMatchObject({
      InitialInstanceCount: 1,
      ManagedInstanceScaling: { MinInstanceCount: 0 },
    });
  });

  test('removes instances as configured', () => {
    const scaleIn = { consolidate: true, maximumStepSize: 2, cooldown: Duration.minutes(30) };
    const { ManagedInstanceScaling } = fleetProperties(templateOf(createVisionEndpoint({ scaleIn })));
    expect(ManagedInstanceScaling.ScaleInPolicy).toEqual({
      Strategy: 'CONSOLIDATION',
      MaximumStepSize: 2,
      CooldownInMinutes: 30,
    });
  });

  test('is in a VPC and isolated by the endpoint configuration, not by the models', () => {
    const stack = stackInRegion();
    const endpoint = createVisionEndpoint({ vpc: new Vpc(stack, 'Vpc'), networkIsolation: true }, stack);
    const template = templateOf(endpoint);
    template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      VpcConfig: Match.objectLike({ Subnets: Match.anyValue() }),
      EnableNetworkIsolation: true,
    });
    template.allResourcesProperties('AWS::SageMaker::Model', {
      VpcConfig: Match.absent(),
      EnableNetworkIsolation: Match.absent(),
    });
    expect(endpoint.connections.securityGroups).toHaveLength(1);
  });
});

describe('a component', () => {
  test('reserves one GPU by default, and is named after its endpoint', () => {
    expect(componentProperties(templateOf(createVisionEndpoint()), 'cat')).toMatchObject({
      EndpointName: 'vision',
      VariantName: 'AllTraffic',
      Specification: {
        ComputeResourceRequirements: { NumberOfAcceleratorDevicesRequired: 1, MinMemoryRequiredInMb: 1024 },
        DataCacheConfig: { EnableCaching: true },
      },
    });
  });

  test('reserves a vCPU on instances without GPUs', () => {
    const template = templateOf(createVisionEndpoint({ instanceType: InstanceType.of('ml.c6i.4xlarge') }));
    expect(componentProperties(template, 'cat').Specification.ComputeResourceRequirements).toEqual({
      NumberOfCpuCoresRequired: 1,
      MinMemoryRequiredInMb: 1024,
    });
  });

  test('is placed and updated as configured', () => {
    const cat = component('cat', {
      placement: { maxZoneImbalance: 1 },
      dataCache: false,
      copyCount: 4,
      scaling: Scaling.none(),
      rollingUpdate: { maximumBatchSize: CapacitySize.count(2), rollbackBatchSize: CapacitySize.percent(100) },
    });
    const properties = componentProperties(templateOf(createVisionEndpoint({ components: [cat] })), 'cat');
    expect(properties).toMatchObject({
      Specification: {
        DataCacheConfig: { EnableCaching: false },
        SchedulingConfig: {
          PlacementStrategy: 'SPREAD',
          AvailabilityZoneBalance: { EnforcementMode: 'PERMISSIVE', MaxImbalance: 1 },
        },
      },
      RuntimeConfig: { CopyCount: 4 },
      DeploymentConfig: {
        RollingUpdatePolicy: {
          MaximumBatchSize: { Type: 'COPY_COUNT', Value: 2 },
          RollbackMaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 100 },
        },
      },
    });
  });

  test('scales its copies, down to zero if its scaling allows it', () => {
    const template = templateOf(createVisionEndpoint({ components: [component('cat', { scaling: TO_ZERO })] }));
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
      ResourceId: 'inference-component/vision-cat',
      ScalableDimension: 'sagemaker:inference-component:DesiredCopyCount',
      MinCapacity: 0,
      MaxCapacity: 2,
    });
  });

  test('gets a new logical ID with a new name, since CloudFormation would update the component', () => {
    const idsOf = (endpointName: string): string[] =>
      Object.keys(
        templateOf(createVisionEndpoint({ endpointName })).findResources('AWS::SageMaker::InferenceComponent'),
      );
    expect(idsOf('vision').filter((id) => idsOf('seeing').includes(id))).toEqual([]);
  });

  test('reserves a number of GPUs that is known only at deployment', () => {
    const components = [component('cat', { gpuCount: Token.asNumber({ Ref: 'GpuCount' }) })];
    const { Specification } = componentProperties(templateOf(createVisionEndpoint({ components })), 'cat');
    expect(Specification.ComputeResourceRequirements.NumberOfAcceleratorDevicesRequired).toEqual({ Ref: 'GpuCount' });
  });

  test('gets a new model with each new reservation, since the name of the model shows which version is in service', () => {
    const modelOf = (gpuCount: number): unknown => {
      const template = templateOf(createVisionEndpoint({ components: [component('cat', { gpuCount })] }));
      return componentProperties(template, 'cat').Specification.ModelName;
    };
    expect(modelOf(2)).not.toEqual(modelOf(1));
    expect(modelOf(1)).toEqual(modelOf(1));
  });

  test('can be invoked by a role that may not invoke the other components', () => {
    const endpoint = createVisionEndpoint();
    const caller = new Role(endpoint.stack, 'Caller', { assumedBy: new AccountRootPrincipal() });
    endpoint.componentOf('cat').grantInvoke(caller);
    const [{ Action, Resource }] = statementsOf(templateOf(endpoint), /^Caller/);
    expect(Action).toBe('sagemaker:InvokeEndpoint');
    const text = JSON.stringify(Resource);
    expect(text).toMatch(/endpoint\/vision.*inference-component\/vision-cat/);
    expect(text).not.toContain('vision-dog');
  });

  test.each(['grantInvoke', 'grantInvokeWithResponseStream'] as const)(
    'can be invoked after %s of the endpoint',
    (grant) => {
      const endpoint = createVisionEndpoint();
      const caller = new Role(endpoint.stack, 'Caller', { assumedBy: new AccountRootPrincipal() });
      endpoint[grant](caller);
      const resources = JSON.stringify(statementsOf(templateOf(endpoint), /^Caller/).map(({ Resource }) => Resource));
      expect(resources).toMatch(/endpoint\/vision.*inference-component\/vision-cat.*inference-component\/vision-dog/);
    },
  );

  test('has a name with a derived name of the endpoint, even in a stack with a long name', () => {
    const stack = new Stack(new App(), 'Stack'.repeat(20), { env: { account: '111122223333', region: 'us-east-1' } });
    const endpoint = createVisionEndpoint({ endpointName: undefined }, stack);
    const { inferenceComponentName } = endpoint.componentOf('cat');
    expect(endpoint.endpointName).toHaveLength(40);
    expect(inferenceComponentName).toBe(`${endpoint.endpointName}-cat`);
  });

  test('cannot have the name of a component of a different endpoint', () => {
    const stack = stackInRegion();
    createVisionEndpoint({ endpointName: 'vision-day', components: [component('cat')] }, stack);
    const scope = new Construct(stack, 'Other');
    const props = { instanceType: InstanceType.G5_12XLARGE, maxInstanceCount: 4, components: [component('day-cat')] };
    expect(() => new TritonInferenceComponents(scope, 'Vision', { endpointName: 'vision', ...props })).toThrow(
      /components\[0\]\.componentName: got 'day-cat'.*'vision-day-cat', which a component of Stack\/Vision already has.*ic\.name/,
    );
  });

  test('that does not exist is an error with the names of the components', () => {
    expect(() => createVisionEndpoint().componentOf('bird')).toThrow(
      /componentOf: got 'bird'; allowed: cat, dog.*ic\.name/,
    );
  });
});

test('a development endpoint has neither alarms nor tests nor scaling', () => {
  const template = templateOf(createVisionEndpoint({ purpose: EndpointPurpose.DEVELOPMENT }));
  template.resourceCountIs('AWS::CloudWatch::Alarm', 0);
  template.resourceCountIs('Custom::TritonSmokeTest', 0);
  template.resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
  expect(componentProperties(template, 'cat').DeploymentConfig.RollingUpdatePolicy.WaitIntervalInSeconds).toBe(0);
});
