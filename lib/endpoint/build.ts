import { Connections } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { EndpointAlarms, TritonDashboard } from '../monitoring';
import { acknowledge } from '../platform/acknowledge';
import { encryptVolumes } from '../platform/encrypt-volumes';
import { RULES } from '../platform/nag-reasons';
import { publishMetrics } from '../platform/publish-metrics';
import { ScalingRegistrations } from '../scaling/scaling-registrations';
import { AsyncBuckets } from './asynchronous/buckets';
import { buildAsynchronous } from './asynchronous/build';
import { buildCapture } from './capture/build';
import { buildCleanup } from './cleanup/build';
import { buildDebugging } from './debugging/build';
import { Endpoint, Variant } from './endpoint';
import { ExecutionRole } from './execution-role';
import { buildFailureReport } from './failure-report/build';
import { readModels } from './models/read-models';
import { buildDashboard, buildLogs, configureMetrics, monitoringScope, writeLogs } from './monitoring/build';
import { buildNetwork } from './network/build';
import { buildPreflight } from './preflight/build';
import { buildTests } from './tests/build';
import { buildUpdate } from './update/build';
import { HostedVariant } from './variant/hosted-variant';

/** What an endpoint became. */
export interface BuiltEndpoint {
  readonly role: IRole;
  /** None without a VPC. */
  readonly connections?: Connections;
  /** Production variants first. */
  readonly variants: HostedVariant[];
  /** Of each production variant. */
  readonly alarms: EndpointAlarms[];
  readonly dashboard?: TritonDashboard;
  readonly logGroup: LogGroup;
  readonly cfnEndpointConfig: CfnEndpointConfig;
  readonly cfnEndpoint: CfnEndpoint;
  /** Where requests and answers of an asynchronous endpoint are. */
  readonly asynchronous?: AsyncBuckets;
}

/** Makes everything that an endpoint needs, the endpoint, and what needs the endpoint. */
export function buildEndpoint(scope: Construct, endpoint: Endpoint): BuiltEndpoint {
  const role = new ExecutionRole(scope, 'ExecutionRole', endpoint.role);
  const network = buildNetwork(scope, endpoint);
  const capture = endpoint.dataCapture && buildCapture(scope, endpoint.dataCapture);
  role.allow([publishMetrics()]);
  role.allow(network.statements);
  role.allow(capture?.statements ?? []);
  role.allow(encryptVolumes(endpoint.encryptionKey));
  const debugging = buildDebugging(scope, endpoint);
  role.allow(debugging.statements);
  const asynchronous = endpoint.asynchronous && buildAsynchronous(scope, endpoint.asynchronous, role);

  const alarmScope = monitoringScope(scope, endpoint);
  const host = (variant: Variant): HostedVariant =>
    new HostedVariant(scope, variant, { endpoint, role, network, alarmScope });
  const variants = endpoint.variants.map(host);
  const shadowVariants = endpoint.shadowVariants.map(host);
  const all = [...variants, ...shadowVariants];
  role.allow(readModels(all.flatMap(({ contents }) => contents)));
  const alarms = variants.flatMap((variant) => variant.alarms ?? []);
  const { logGroup } = buildLogs(scope, endpoint);
  const dashboard = buildDashboard(alarmScope ?? scope, endpoint, variants);

  const cfnEndpointConfig = new CfnEndpointConfig(scope, 'EndpointConfig', {
    productionVariants: variants.map((variant) => variant.configuration()),
    shadowProductionVariants:
      shadowVariants.length > 0 ? shadowVariants.map((shadow) => shadow.configuration()) : undefined,
    kmsKeyId: endpoint.encryptionKey?.keyArn,
    dataCaptureConfig: capture?.config,
    asyncInferenceConfig: asynchronous?.config,
  });
  configureMetrics(cfnEndpointConfig, endpoint);
  const complete = (list: string) => (hosted: HostedVariant, index: number) => {
    const place = `${list}.${index}`;
    hosted.completeConfiguration(cfnEndpointConfig, place);
    debugging.configure(cfnEndpointConfig, place, hosted.variant);
  };
  variants.forEach(complete('ProductionVariants'));
  shadowVariants.forEach(complete('ShadowProductionVariants'));
  if (all.some(({ variant }) => variant.instanceTypes.some(({ hasLocalStorage }) => hasLocalStorage))) {
    acknowledge(cfnEndpointConfig, RULES.volumes);
  }
  const update = buildUpdate(scope, endpoint, variants, cfnEndpointConfig.attrEndpointConfigName);
  const watchAlarms = role.allowLater('RollbackPolicy', update.statements);
  const retains = all.some(({ variant }) => variant.scaling._scales);
  const cfnEndpoint = new CfnEndpoint(scope, 'Resource', {
    endpointName: endpoint.endpointName,
    endpointConfigName: cfnEndpointConfig.attrEndpointConfigName,
    retainAllVariantProperties: retains,
    // The list holds for all variants: counts are retained, and those of variants that do not scale are set after the update.
    excludeRetainedVariantProperties: retains ? [{ variantPropertyType: 'DesiredWeight' }] : undefined,
    deploymentConfig: update.deploymentConfig,
  });
  cfnEndpoint.node.addDependency(logGroup, ...role.ready, ...watchAlarms, ...(network.ready ?? []));

  const cleanup = buildCleanup(scope, endpoint, { role, network, logGroup });
  cfnEndpoint.node.addDependency(cleanup.resource, ...cleanup.allowBefore('LogPolicy', writeLogs(scope, endpoint)));

  const registrations = new ScalingRegistrations(scope, 'Scaling', {
    endpoint: cfnEndpoint,
    variants: all.map(({ variant, scaling }) => ({ ...variant, scope: scaling })),
    dataCapture: capture?.config,
  });
  buildTests({
    endpoint,
    cfnEndpointConfig,
    cfnEndpoint,
    variants,
    shadowVariants,
    asynchronous: asynchronous?.buckets,
    after: [cfnEndpoint, registrations, ...all.map(({ scaling }) => scaling)],
  });
  buildFailureReport(scope, endpoint, cfnEndpointConfig, cfnEndpoint); // last: it waits for what the endpoint waits for
  buildPreflight(scope, endpoint, all, cfnEndpointConfig, cfnEndpoint); // after all that waits for it
  const { connections } = network;
  return {
    ...{ role: role.role, connections, variants: all, alarms, dashboard, logGroup, cfnEndpointConfig, cfnEndpoint },
    asynchronous: asynchronous?.buckets,
  };
}
