import { Stack } from 'aws-cdk-lib';
import { Connections } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { acknowledge } from '../../cdk/acknowledge';
import { componentLogGroupNameOf, DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { RULE_REASONS } from '../../cdk/nag-reasons';
import { TritonDashboard } from '../../monitoring';
import { buildCleanup } from '../cleanup/build';
import { ExecutionRole } from '../execution-role';
import { buildFoundation } from '../foundation';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { ComponentScaling } from '../../scaling/component-scaling';
import { scaledVariantOf } from '../endpoint';
import { modelReadPermissions } from '../models/read-models';
import { buildDashboard, configureMetrics, logPermissions, monitoringScope } from '../monitoring/build';
import { ComponentEndpoint } from './check';
import { HostedComponent } from './hosted-component';
import { alarmReadPermissions } from './rollback';
import { buildTests } from './tests';

/** Constructs created for an endpoint with inference components. */
export interface BuiltComponents {
  readonly role: IRole;
  /** Undefined without a VPC. */
  readonly connections?: Connections;
  readonly components: HostedComponent[];
  readonly dashboard?: TritonDashboard;
  readonly cfnEndpointConfig: CfnEndpointConfig;
  readonly cfnEndpoint: CfnEndpoint;
}

/** Creates the endpoint with its fleet, and the components on it. */
export function buildComponents(scope: Construct, endpoint: ComponentEndpoint): BuiltComponents {
  const { endpointName } = endpoint;
  const { role, network } = buildFoundation(scope, endpoint);
  const alarmScope = monitoringScope(scope, endpoint);
  const policies = new Construct(scope, 'ModelPolicies');
  const components = endpoint.variants.map((component) => {
    // Each model has its own policy, so that a change of one model does not deploy the other models again.
    const modelRole = new ExecutionRole(new Construct(policies, component.variantName), 'ExecutionRole', role.role);
    const hosted = new HostedComponent(scope, component, { endpoint, role: modelRole, network, alarmScope });
    modelRole.allow(modelReadPermissions(hosted.pools.map(({ content }) => content)));
    return hosted;
  });
  const dashboard = buildDashboard(alarmScope ?? scope, endpoint, components);

  const cfnEndpointConfig = buildConfig(scope, endpoint, role.role, network.vpcConfig);
  const cfnEndpoint = new CfnEndpoint(scope, 'Resource', {
    endpointName,
    endpointConfigName: cfnEndpointConfig.attrEndpointConfigName,
    // SageMaker sets the number of instances. An update keeps the current number.
    retainAllVariantProperties: true,
  });
  const rollbackPolicies = role.addSeparatePolicy(
    'RollbackPolicy',
    alarmReadPermissions(
      Stack.of(scope),
      endpointName,
      components.map(({ rollbackAlarms }) => rollbackAlarms),
    ),
  );
  cfnEndpoint.node.addDependency(...role.dependencies, ...(network.dependencies ?? []));
  const logGroups = components.map(({ logGroup }) => logGroup);
  const logGroupNames = components.map(({ inferenceComponentName }) => componentLogGroupNameOf(inferenceComponentName));
  const cleanup = buildCleanup(scope, endpoint, { role, network, logGroup: logGroups[0] });
  cfnEndpoint.node.addDependency(
    cleanup.resource,
    ...cleanup.allowUntilCleanup('LogPolicy', logPermissions(scope, logGroupNames)),
  );
  for (const component of components) {
    const { cfnInferenceComponent, logGroup, variant, inferenceComponentName, scalingScope } = component;
    cfnInferenceComponent.node.addDependency(cfnEndpoint, logGroup, ...rollbackPolicies);
    const scaling = new ComponentScaling(component, 'CopyScaling', {
      component: cfnInferenceComponent,
      endpointName,
      scaled: { ...scaledVariantOf(variant), inferenceComponentName, scope: scalingScope },
    });
    buildTests(endpoint, component, [cfnInferenceComponent, scaling, scalingScope]);
  }
  return { role: role.role, connections: network.connections, components, dashboard, cfnEndpointConfig, cfnEndpoint };
}

function buildConfig(
  scope: Construct,
  endpoint: ComponentEndpoint,
  role: IRole,
  vpcConfig?: CfnEndpointConfig.VpcConfigProperty,
): CfnEndpointConfig {
  const { fleet, encryptionKey, variants, networkIsolation } = endpoint;
  const { instanceType, initialInstanceCount, minInstanceCount, maxInstanceCount, scaleIn, routingStrategy } = fleet;
  const config = new CfnEndpointConfig(scope, 'EndpointConfig', {
    // Required without a model (stdapi-ai/stdapi.ai#43).
    executionRoleArn: role.roleArn,
    enableNetworkIsolation: networkIsolation,
    vpcConfig,
    kmsKeyId: encryptionKey?.keyArn,
    productionVariants: [
      {
        variantName: DEFAULT_VARIANT_NAME,
        instanceType: instanceType.name,
        initialInstanceCount,
        managedInstanceScaling: { status: 'ENABLED', minInstanceCount, maxInstanceCount },
        routingConfig: { routingStrategy },
        volumeSizeInGb: fleet.volumeSize?.toGibibytes(),
        enableSsmAccess: fleet.ssmAccess,
        inferenceAmiVersion: inferenceAmiVersionOf(variants[0].image, [instanceType], fleet.inferenceAmi),
      },
    ],
  });
  configureMetrics(config, endpoint);
  // The L1 construct of the oldest supported aws-cdk-lib lacks this property.
  if (scaleIn) {
    config.addPropertyOverride('ProductionVariants.0.ManagedInstanceScaling.ScaleInPolicy', scaleIn._render());
  }
  if (instanceType.hasLocalStorage) acknowledge(config, RULE_REASONS.volumes);
  return config;
}
