import { Duration, Names } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { EndpointAlarmsProps } from '../../monitoring/endpoint-alarms-props';
import { MonitoredHost } from '../../monitoring/monitored-endpoint';
import { generateTypeOf } from '../../model/server/options';
import { alarmDefinitions, rollbackFacts } from '../../monitoring/endpoint-alarms';
import { ProbeOptions } from '../../smoke-test';
import { DEFAULT_PROBE_INTERVAL } from '../../smoke-test/probe-options';
import { EndpointOptions, SharedEndpointOptions } from '../options/endpoint-options';
import { EndpointPurpose } from '../options/endpoint-purpose';
import { EndpointKind, EndpointSettings, VariantEndpoint } from '../resolved/endpoint';
import { Host } from '../resolved/host';
import { monitoredModels } from '../server-metrics/monitored-models';
import { MAX_ROLLBACK_ALARMS } from '../update/check';
import { UpdateStrategy } from '../update/update-strategy';
import { isUnresolved } from '../../findings/is-unresolved';
import { keyBehind } from '../../cdk/keys';

/** Fills in the defaults of an endpoint whose variants have their own instances, and the alarms of the production variants. */
export function resolveEndpoint(scope: Construct, options: EndpointOptions, kind: EndpointKind): VariantEndpoint {
  const { updateStrategy = UpdateStrategy.allAtOnce(), dataCapture } = options;
  // A probe would keep instances of an asynchronous endpoint running.
  const probe = kind.asynchronous ? { enabled: false, ...options.probe } : options.probe;
  const settings = resolveSettings(endpointNameOf(scope, options), { ...options, probe });
  const variants = kind.variants.map((variant) =>
    withMonitoring(variant, settings, {
      multiModel: kind.multiModel,
      asynchronous: variant.asynchronous,
      shadowVariantName: kind.shadowVariants[0]?.variantName,
      plan: variant.plannedPerformance,
    }),
  );
  const shadowVariants = kind.shadowVariants.map((variant) => withExportedMetrics(variant, settings));
  const rollback = rollbackOf(variants);
  const capture = dataCapture && { ...dataCapture, encryptionKey: keyBehind(dataCapture.encryptionKey) };
  return {
    ...settings,
    ...kind,
    dataCapture: capture,
    updateStrategy,
    hosts: variants,
    variants,
    shadowVariants,
    rollback,
  };
}

/** Fills in the defaults that all kinds of endpoints have in common. */
export function resolveSettings(endpointName: string, options: SharedEndpointOptions): EndpointSettings {
  const { purpose = EndpointPurpose.PRODUCTION } = options;
  const enabled = purpose === EndpointPurpose.PRODUCTION;
  return {
    ...options,
    endpointName,
    purpose,
    encryptionKey: keyBehind(options.encryptionKey),
    monitoring: {
      ...options.monitoring,
      logEncryptionKey: keyBehind(options.monitoring?.logEncryptionKey),
      enabled: options.monitoring?.enabled ?? enabled,
    },
    smokeTest: { ...options.smokeTest, enabled: options.smokeTest?.enabled ?? enabled },
    probe: { ...options.probe, enabled: options.probe?.enabled ?? enabled },
  };
}

/**
 * The name of an endpoint. By default, a name derived from the construct's path, in lower case like the ARNs of SageMaker.
 *
 * @param maxLength maximum length of a derived name
 */
export function endpointNameOf(scope: Construct, { endpointName }: SharedEndpointOptions, maxLength = 63): string {
  return endpointName ?? Names.uniqueResourceName(scope, { maxLength }).toLowerCase();
}

function withExportedMetrics<H extends Host>(host: H, { endpointName, monitoring }: EndpointSettings): H {
  return monitoring.serverMetrics
    ? { ...host, exportedMetrics: { endpointName, variantName: host.variantName } }
    : host;
}

/**
 * Adds the probe, the exported metrics and the alarms of a production variant or a component, before they are created.
 *
 * @param monitored what alarms and dashboard show of the host, beyond what all hosts have
 */
export function withMonitoring<H extends Host>(
  host: H,
  settings: EndpointSettings,
  monitored: Partial<MonitoredHost>,
): H {
  const { monitoring, probe } = settings;
  const { alarms: overrides, alarmActions: actions, alarmNamePrefix: namePrefix } = monitoring;
  const resolved = { ...withExportedMetrics(host, settings), isProbed: host.isProbed ?? probe.enabled };
  const endpoint = { ...monitoredHost(settings, resolved), ...monitored };
  const options = { endpoint, overrides, actions, namePrefix };
  const alarms = { ...options, definitions: monitoring.enabled === false ? [] : alarmDefinitions(options) };
  return { ...resolved, alarms };
}

/** Number of alarms on which an update rolls back, and the longest time until one of them fires. */
function rollbackOf(variants: Host[]): VariantEndpoint['rollback'] {
  const facts = variants.flatMap(({ alarms }): EndpointAlarmsProps[] => (alarms ? [alarms] : [])).map(rollbackFacts);
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

/** The properties of a host that its alarms and the dashboard use. */
function monitoredHost({ endpointName, monitoring, probe }: EndpointSettings, host: Host): MonitoredHost {
  return {
    endpointName,
    streaming: generateTypeOf(host.server) === 'generate_stream',
    firstChunkObjective: monitoring.firstChunkObjective,
    variantName: host.variantName,
    latencyObjective: host.latencyObjective,
    instanceType: host.instanceTypes[0],
    ...capacityOf(host),
    ...(host.isProbed ? monitoredProbe(probe) : {}),
    expectedInvocationsPerMinute: monitoring.expectedInvocationsPerMinute,
    serverLog: monitoring.enabled !== false,
    serverMetrics: host.exportedMetrics && { models: monitoredModels(host.models) },
  };
}

/** Limits and targets of autoscaling. Numbers that are known only at deployment are omitted. */
function capacityOf({ scaling, range }: Host): Partial<MonitoredHost> {
  const ifKnown = (value?: number): number | undefined => (isUnresolved(value) ? undefined : value);
  const { invocationsPerInstance, concurrentRequests, backlogPerInstance } = scaling._targets;
  return {
    minCapacity: ifKnown(range.minimum),
    maxCapacity: ifKnown(range.maximum),
    targetInvocationsPerInstance: ifKnown(invocationsPerInstance),
    targetConcurrentRequests: ifKnown(concurrentRequests),
    targetBacklogPerInstance: ifKnown(backlogPerInstance),
  };
}

/** The properties of the probe that its alarms use. */
function monitoredProbe({ interval }: ProbeOptions): Partial<MonitoredHost> {
  // The checks reject an interval that is known only at deployment. The default is used until the checks run.
  const probeInterval = interval && !interval.isUnresolved() ? interval : DEFAULT_PROBE_INTERVAL;
  return { probeInterval };
}
