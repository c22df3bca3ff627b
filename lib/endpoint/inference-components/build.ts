import { Connections } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IDependable } from 'constructs';
import { acknowledge } from '../../cdk/acknowledge';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { componentLogGroupOf } from '../../contracts/log-groups';
import { RULE_REASONS } from '../../cdk/nag-reasons';
import { TritonDashboard } from '../../monitoring';
import { InstanceScaling } from '../../scaling/instance-scaling';
import { buildCleanup } from '../cleanup/build';
import { sessionPermission } from '../debugging/build';
import { ExecutionRole } from '../execution-role';
import { buildFoundation } from '../foundation';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { buildFailureReport } from '../failure-report/build';
import { buildDashboard, configureMetrics, logPermissions, monitoringScope } from '../monitoring/build';
import { ComponentEndpoint } from './check';
import { HostedComponent } from './hosted-component';

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
  const { endpointName, fleet } = endpoint;
  const { role, network } = buildFoundation(scope, endpoint);
  if (fleet.ssmAccess) role.allow([sessionPermission()]);
  const alarmScope = monitoringScope(scope, endpoint);
  const policies = new Construct(scope, 'ModelPolicies');
  const components = endpoint.variants.map((component) => {
    // Each model has its own policies, so that a change of one model does not deploy the other models again.
    const modelRole = role.forModel(new Construct(policies, component.variantName));
    return new HostedComponent(scope, component, { endpoint, role: modelRole, network, alarmScope });
  });
  const dashboard = buildDashboard(alarmScope ?? scope, endpoint, components);
  const cfnEndpointConfig = buildConfig(scope, endpoint, role.role, network.vpcConfig);
  const cfnEndpoint = new CfnEndpoint(scope, 'Resource', {
    endpointName,
    endpointConfigName: cfnEndpointConfig.attrEndpointConfigName,
    // SageMaker sets the number of instances. An update keeps the current number.
    retainAllVariantProperties: true,
  });
  // If SageMaker rejects the endpoint, for example because of a quota, no publication of files is in progress: CloudFormation would delete it at
  // once, and files that are written later would prevent the deletion of the bucket.
  cfnEndpoint.node.addDependency(...components.map(({ cfnModel }) => cfnModel));
  const cleanup = buildCleanup(scope, endpoint, { role, network });
  cfnEndpoint.node.addDependency(cleanup.resource, ...role.dependencies, ...(network.dependencies ?? []));
  const { registration } = new InstanceScaling(scope, 'InstanceScaling', cfnEndpoint);
  buildFailureReport(scope, endpoint, cfnEndpointConfig, cfnEndpoint);
  const componentPolicies = addComponentPolicies(scope, role, components);
  for (const component of components) {
    component.cfnInferenceComponent.node.addDependency(registration);
    component.deployTo(cfnEndpoint, componentPolicies);
  }
  return { role: role.role, connections: network.connections, components, dashboard, cfnEndpointConfig, cfnEndpoint };
}

/**
 * Adds the permissions of which each component has few. One policy for all components is shorter than a policy for each: IAM limits the
 * characters of all inline policies of a role. A component depends on the policies, but does not change with them.
 */
function addComponentPolicies(scope: Construct, role: ExecutionRole, components: HostedComponent[]): IDependable[] {
  const logGroups = components.map(({ inferenceComponentName }) => componentLogGroupOf(inferenceComponentName));
  return [
    ...role.addSeparatePolicy('LogPolicy', logPermissions(scope, logGroups), ...components.map((each) => each.cleanup)),
    ...role.addSeparatePolicy(
      'RollbackPolicy',
      components.flatMap((each) => each.rollbackStatements),
    ),
  ];
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
