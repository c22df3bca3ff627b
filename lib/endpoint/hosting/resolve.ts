import { Duration, Names, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { EndpointAlarmsProps } from '../../monitoring';
import { MonitoredHost } from '../../monitoring/monitored-endpoint';
import { generateTypeOf } from '../../model/server/options';
import { alarmDefinitions, rollbackFacts } from '../../monitoring/endpoint-alarms';
import { ProbeOptions } from '../../smoke-test';
import { DEFAULT_PROBE_INTERVAL } from '../../smoke-test/probe-options';
import { Endpoint, KindSpecificProperties, modelsOf, VariantWithoutAlarms } from '../resolved/endpoint';
import { monitoredModels } from '../server-metrics/monitored-models';
import { EndpointPurpose } from '../options/endpoint-purpose';
import { EndpointOptions } from '../options/endpoint-options';
import { MAX_ROLLBACK_ALARMS } from '../update/check';
import { UpdateStrategy } from '../update/update-strategy';

/** An endpoint before its alarms are resolved. */
type EndpointWithoutAlarms = Omit<Endpoint, 'variants' | 'rollback'>;

/** Fills in the defaults that all kinds of endpoints have in common, and the alarms of the production variants. */
export function resolveEndpoint(scope: Construct, options: EndpointOptions, kind: KindSpecificProperties): Endpoint {
  const { updateStrategy = UpdateStrategy.allAtOnce(), purpose = EndpointPurpose.PRODUCTION } = options;
  const endpointName = endpointNameOf(scope, options);
  const enabledByPurpose = <T extends { readonly enabled?: boolean }>(
    feature?: T,
  ): T | { readonly enabled: boolean } => ({
    ...feature,
    enabled: feature?.enabled ?? purpose === EndpointPurpose.PRODUCTION,
  });
  const endpoint = {
    ...options,
    ...kind,
    endpointName,
    updateStrategy,
    purpose,
    monitoring: enabledByPurpose(options.monitoring),
    smokeTest: enabledByPurpose(options.smokeTest),
    // A probe would keep instances of an asynchronous endpoint running.
    probe: kind.asynchronous ? { enabled: false, ...options.probe } : enabledByPurpose(options.probe),
  };
  const withExportedMetrics = (variant: VariantWithoutAlarms): VariantWithoutAlarms =>
    options.monitoring?.serverMetrics
      ? { ...variant, exportedMetrics: { endpointName, variantName: variant.variantName } }
      : variant;
  const variants = kind.variants.map(withExportedMetrics).map((variant) => ({
    ...variant,
    // Requests of the probe can keep the last copy of a component running.
    isProbed: endpoint.probe.enabled !== false && (options.probe?.enabled === true || !scalesToZero(variant)),
  }));
  const alarms = variants.map((variant) => resolveAlarms(endpoint, variant));
  return {
    ...endpoint,
    variants: variants.map((variant, index) => ({ ...variant, alarms: alarms[index] })),
    shadowVariants: kind.shadowVariants.map(withExportedMetrics),
    rollback: rollbackOf(alarms),
  };
}

/**
 * The name of an endpoint. By default, a name derived from the construct's path, in lower case like the ARNs of SageMaker.
 *
 * @param maxLength maximum length of a derived name
 */
export function endpointNameOf(
  scope: Construct,
  { endpointName }: Pick<EndpointOptions, 'endpointName'>,
  maxLength = 63,
): string {
  return endpointName ?? Names.uniqueResourceName(scope, { maxLength }).toLowerCase();
}

/** The alarms of a production variant, before they are created. */
function resolveAlarms(endpoint: EndpointWithoutAlarms, variant: VariantWithoutAlarms): EndpointAlarmsProps {
  const { alarms: overrides, alarmActions: actions, alarmNamePrefix: namePrefix } = endpoint.monitoring;
  const options = { endpoint: monitoredEndpoint(endpoint, variant), overrides, actions, namePrefix };
  return { ...options, _definitions: endpoint.monitoring.enabled === false ? [] : alarmDefinitions(options) };
}

/** Number of alarms on which an update rolls back, and the longest time until one of them fires. */
function rollbackOf(alarms: EndpointAlarmsProps[]): Endpoint['rollback'] {
  const facts = alarms.map((props) => rollbackFacts(props._definitions ?? [], props));
  return {
    count: Math.min(
      MAX_ROLLBACK_ALARMS,
      facts.reduce((sum, { count }) => sum + count, 0),
    ),
    timeToFire: Duration.minutes(
      Math.max(1, ...facts.map(({ timeToFire }) => timeToFire.toMinutes({ integral: false }))),
    ),
  };
}

/** The properties of a variant that its alarms and the dashboard use. */
function monitoredEndpoint(endpoint: EndpointWithoutAlarms, variant: VariantWithoutAlarms): MonitoredHost {
  const { endpointName, multiModel, shadowVariants, monitoring, probe } = endpoint;
  return {
    endpointName,
    multiModel,
    asynchronous: endpoint.asynchronous && true,
    streaming: generateTypeOf(variant.server) === 'generate_stream',
    firstChunkObjective: monitoring.firstChunkObjective,
    variantName: variant.variantName,
    inferenceComponentName: variant.component?.inferenceComponentName,
    shadowVariantName: shadowVariants[0]?.variantName,
    latencyObjective: variant.latencyObjective,
    instanceType: variant.pools[0].instanceType,
    ...capacityOf(variant),
    gpusPerCopy: variant.component?.reservation.gpuCount,
    metricPublishFrequency: monitoring.metricPublishFrequency,
    ...(variant.isProbed === false ? {} : monitoredProbe(probe)),
    expectedInvocationsPerMinute: monitoring.expectedInvocationsPerMinute,
    usdPerInstanceHour: monitoring.usdPerInstanceHour,
    plan: monitoring.plan ?? variant.plannedPerformance,
    serverLog: monitoring.enabled !== false,
    serverMetrics: variant.exportedMetrics && { models: monitoredModels(modelsOf(variant)) },
  };
}

/** Limits and targets of autoscaling. Numbers that are known only at deployment are omitted. */
function capacityOf({ scaling, initialInstanceCount }: VariantWithoutAlarms): Partial<MonitoredHost> {
  const ifKnown = (value?: number): number | undefined => (Token.isUnresolved(value) ? undefined : value);
  const { invocationsPerInstance, concurrentRequests, backlogPerInstance } = scaling._targets;
  const { minimum, maximum } = scaling._range(initialInstanceCount);
  return {
    minCapacity: ifKnown(minimum),
    maxCapacity: ifKnown(maximum),
    targetInvocationsPerInstance: ifKnown(invocationsPerInstance),
    targetConcurrentRequests: ifKnown(concurrentRequests),
    targetBacklogPerInstance: ifKnown(backlogPerInstance),
  };
}

/** Whether scaling can remove all copies of an inference component. */
export function scalesToZero({ component, scaling, initialInstanceCount }: VariantWithoutAlarms): boolean {
  return component !== undefined && scaling._range(initialInstanceCount).minimum === 0;
}

/** The properties of the probe that its alarms use. */
function monitoredProbe({ enabled, interval, plannedLatency }: ProbeOptions): Partial<MonitoredHost> {
  if (enabled === false) return {};
  // The checks reject an interval that is known only at deployment. The default is used until the checks run.
  const probeInterval = interval && !interval.isUnresolved() ? interval : DEFAULT_PROBE_INTERVAL;
  return { probeInterval, plannedEndToEndLatency: plannedLatency };
}
