import { Connections } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { EndpointAlarms, TritonDashboard } from '../../monitoring';
import { acknowledge } from '../../cdk/acknowledge';
import { RULE_REASONS } from '../../cdk/nag-reasons';
import { ScalingRegistrations } from '../../scaling/scaling-registrations';
import { AsyncBuckets } from '../async-inference/buckets';
import { buildAsynchronous } from '../async-inference/build';
import { buildCapture } from '../capture/build';
import { buildCleanup } from '../cleanup/build';
import { VariantEndpoint } from '../resolved/endpoint';
import { Variant } from '../resolved/variant';
import { buildFailureReport } from '../failure-report/build';
import { buildFoundation } from './foundation';
import { modelReadPermissions } from '../models/read-models';
import { buildDashboard, buildLogs, configureMetrics, monitoringScope } from '../monitoring/build';
import { buildTests } from '../tests/build';
import { buildUpdate } from './build-update';
import { addPropertyOverrides, variantProperties } from '../variant/build';
import { HostedVariant } from '../variant/hosted-variant';

/** Constructs created for an endpoint. */
export interface BuiltEndpoint {
  readonly role: IRole;
  /** Undefined without a VPC. */
  readonly connections?: Connections;
  /** Production variants first. */
  readonly variants: HostedVariant[];
  /** The alarms of each production variant. */
  readonly alarms: EndpointAlarms[];
  readonly dashboard?: TritonDashboard;
  readonly logGroup: LogGroup;
  readonly cfnEndpointConfig: CfnEndpointConfig;
  readonly cfnEndpoint: CfnEndpoint;
  /** Locations of the requests and responses of an asynchronous endpoint. */
  readonly asynchronous?: AsyncBuckets;
}

/** Creates an endpoint, the constructs that it depends on, and the constructs that depend on it. */
export function buildEndpoint(scope: Construct, endpoint: VariantEndpoint): BuiltEndpoint {
  const { role, network } = buildFoundation(scope, endpoint);
  const capture = endpoint.dataCapture && buildCapture(scope, endpoint.dataCapture);
  role.allow(capture?.statements ?? []);
  const asynchronous = endpoint.asynchronous && buildAsynchronous(scope, endpoint.asynchronous, role);

  const alarmScope = monitoringScope(scope, endpoint);
  const toHostedVariant = (variant: Variant): HostedVariant =>
    new HostedVariant(scope, variant, { endpoint, role, network, alarmScope });
  const variants = endpoint.variants.map(toHostedVariant);
  const shadowVariants = endpoint.shadowVariants.map(toHostedVariant);
  const allVariants = [...variants, ...shadowVariants];
  role.allow(modelReadPermissions(allVariants.flatMap(({ pools }) => pools.map(({ content }) => content))));
  const alarms = variants.flatMap((variant) => variant.alarms ?? []);
  const logs = buildLogs(scope, endpoint);
  role.allowLog(logs);
  const { logGroup } = logs;
  const dashboard = buildDashboard(alarmScope ?? scope, endpoint, variants);

  const cfnEndpointConfig = new CfnEndpointConfig(scope, 'EndpointConfig', {
    productionVariants: variants.map(variantProperties),
    shadowProductionVariants: shadowVariants.length > 0 ? shadowVariants.map(variantProperties) : undefined,
    kmsKeyId: endpoint.encryptionKey?.keyArn,
    dataCaptureConfig: capture?.config,
    asyncInferenceConfig: asynchronous?.config,
  });
  configureMetrics(cfnEndpointConfig);
  const addOverrides = (property: string) => (hostedVariant: HostedVariant, index: number) =>
    addPropertyOverrides(cfnEndpointConfig, `${property}.${index}`, hostedVariant);
  variants.forEach(addOverrides('ProductionVariants'));
  shadowVariants.forEach(addOverrides('ShadowProductionVariants'));
  if (allVariants.some(({ pools }) => pools.some(({ instanceType }) => instanceType.hasLocalStorage))) {
    acknowledge(cfnEndpointConfig, RULE_REASONS.volumes);
  }
  const update = buildUpdate(scope, endpoint, variants, cfnEndpointConfig.attrEndpointConfigName);
  role.allow(update.statements);
  const anyVariantScales = allVariants.some(({ host }) => host.scaling._scales);
  const cfnEndpoint = new CfnEndpoint(scope, 'Resource', {
    endpointName: endpoint.endpointName,
    endpointConfigName: cfnEndpointConfig.attrEndpointConfigName,
    retainAllVariantProperties: anyVariantScales,
    // Keeps the current instance counts of all variants. After the update, the registration sets the counts of variants that do not scale.
    excludeRetainedVariantProperties: anyVariantScales ? [{ variantPropertyType: 'DesiredWeight' }] : undefined,
    deploymentConfig: update.deploymentConfig,
  });
  cfnEndpoint.node.addDependency(
    logGroup,
    ...role.dependencies,
    ...(network.dependencies ?? []),
    ...buildCleanup(scope, endpoint, { role, network }),
  );

  if (anyVariantScales) {
    new ScalingRegistrations(scope, 'Scaling', {
      endpoint: cfnEndpoint,
      variants: allVariants.map(({ host, scalingScope }) => ({ ...host, scope: scalingScope })),
    });
  }
  buildTests({
    endpoint,
    cfnEndpointConfig,
    cfnEndpoint,
    variants,
    shadowVariants,
    asynchronous: asynchronous?.buckets,
    smokeTestDependencies: allVariants.map(({ scalingScope }) => scalingScope),
  });
  buildFailureReport(scope, endpoint, cfnEndpointConfig, cfnEndpoint);
  const { connections } = network;
  return {
    ...{
      role: role.role,
      connections,
      variants: allVariants,
      alarms,
      dashboard,
      logGroup,
      cfnEndpointConfig,
      cfnEndpoint,
    },
    asynchronous: asynchronous?.buckets,
  };
}
