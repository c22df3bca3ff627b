import { Connections } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { acknowledge } from '../../cdk/acknowledge';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { RULE_REASONS } from '../../cdk/nag-reasons';
import { TritonDashboard } from '../../monitoring';
import { InstanceScaling } from '../../scaling/instance-scaling';
import { buildCleanup } from '../cleanup/build';
import { buildFoundation } from '../hosting/foundation';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { buildFailureReport } from '../failure-report/build';
import { buildDashboard, configureMetrics, monitoringScope } from '../monitoring/build';
import { alarmOnMissingProbes } from '../tests/build';
import { InstanceScaleIn } from '../options/component-options';
import { ComponentEndpoint } from '../resolved/endpoint';
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
  const { endpointName } = endpoint;
  const { role, network } = buildFoundation(scope, endpoint);
  const alarmScope = monitoringScope(scope, endpoint);
  const components = endpoint.components.map(
    (component) => new HostedComponent(scope, component, { endpoint, role, network, alarmScope }),
  );
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
  cfnEndpoint.node.addDependency(
    ...role.dependencies,
    ...(network.dependencies ?? []),
    ...buildCleanup(scope, endpoint, { role, network }),
  );
  const { registration } = new InstanceScaling(scope, 'InstanceScaling', cfnEndpoint);
  buildFailureReport(scope, endpoint, cfnEndpointConfig, cfnEndpoint);
  alarmOnMissingProbes(scope, components, endpoint.monitoring);
  const logPolicy = role.allowLogs(components.map(({ logs }) => logs));
  for (const component of components) {
    component.cfnInferenceComponent.node.addDependency(registration, logPolicy);
    component.deployTo(cfnEndpoint);
  }
  return { role: role.role, connections: network.connections, components, dashboard, cfnEndpointConfig, cfnEndpoint };
}

function buildConfig(
  scope: Construct,
  endpoint: ComponentEndpoint,
  role: IRole,
  vpcConfig?: CfnEndpointConfig.VpcConfigProperty,
): CfnEndpointConfig {
  const { fleet, encryptionKey, components, networkIsolation } = endpoint;
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
        inferenceAmiVersion: inferenceAmiVersionOf(components[0].image, [instanceType], fleet.inferenceAmi),
      },
    ],
  });
  configureMetrics(config);
  // The L1 construct of the oldest supported aws-cdk-lib lacks this property.
  if (scaleIn) {
    config.addPropertyOverride('ProductionVariants.0.ManagedInstanceScaling.ScaleInPolicy', scaleInPolicy(scaleIn));
  }
  if (instanceType.hasLocalStorage) acknowledge(config, RULE_REASONS.volumes);
  return config;
}

function scaleInPolicy({ consolidate, maximumStepSize, cooldown }: InstanceScaleIn): object {
  if (!consolidate) return { Strategy: 'IDLE_RELEASE' };
  return { Strategy: 'CONSOLIDATION', MaximumStepSize: maximumStepSize, CooldownInMinutes: cooldown?.toMinutes() };
}
