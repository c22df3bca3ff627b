import { Duration, Token } from 'aws-cdk-lib';
import { EndpointAlarmsProps, MonitoredEndpoint } from '../../monitoring';
import { alarmDefinitions, rollbackFacts } from '../../monitoring/alarm-definitions';
import { ProbeOptions } from '../../smoke-test';
import { DEFAULT_PROBE_INTERVAL } from '../../smoke-test/probe-options';
import { Endpoint, Variant } from '../endpoint';
import { generateTypeOf } from '../server/options';
import { MonitoringOptions } from './options';
import { MAX_ROLLBACK_ALARMS } from '../update/check';

type Monitored = Pick<
  Endpoint,
  'endpointName' | 'multiModel' | 'asynchronous' | 'shadowVariants' | 'monitoring' | 'probe'
>;

/** The alarms of a production variant, before they are made. */
export function resolveAlarms(endpoint: Monitored, variant: Variant): EndpointAlarmsProps {
  const { minimal, alarms: overrides, alarmActions: actions, alarmNaming: naming } = endpoint.monitoring;
  const options = { endpoint: monitoredEndpoint(endpoint, variant), minimal, overrides, actions, naming };
  return { ...options, _definitions: endpoint.monitoring.enabled === false ? [] : alarmDefinitions(options) };
}

/** Number and window of the alarms on which an update rolls back. */
export function rollbackOf(alarms: EndpointAlarmsProps[]): Endpoint['rollback'] {
  const facts = alarms.map((props) => rollbackFacts(alarmDefinitions(props), props));
  return {
    count: Math.min(
      MAX_ROLLBACK_ALARMS,
      facts.reduce((sum, { count }) => sum + count, 0),
    ),
    window: Duration.minutes(Math.max(1, ...facts.map(({ window }) => window.toMinutes({ integral: false })))),
  };
}

/** A variant as alarms and dashboard see it. */
function monitoredEndpoint(endpoint: Monitored, variant: Variant): MonitoredEndpoint {
  const { endpointName, multiModel, shadowVariants, monitoring, probe } = endpoint;
  return {
    endpointName,
    multiModel,
    asynchronous: endpoint.asynchronous && true,
    streaming: generateTypeOf(variant.server) === 'generate_stream',
    firstChunkObjective: monitoring.firstChunkObjective,
    variantName: variant.variantName,
    otherVariantNames: shadowVariants.map(({ variantName }) => variantName),
    latencyObjective: variant.latencyObjective,
    instanceType: variant.instanceTypes[0],
    ...capacityOf(variant),
    ...monitoredProbe(probe),
    expectedInvocationsPerMinute: monitoring.expectedInvocationsPerMinute,
    usdPerInstanceHour: monitoring.usdPerInstanceHour,
    plan: monitoring.plan ?? variant.planned,
    serverLog: isFull(monitoring),
  };
}

/** Whether there are a dashboard and metric filters on the log. */
export function isFull({ enabled, minimal }: MonitoringOptions): boolean {
  return enabled !== false && !minimal;
}

/** Numbers that are only known at deploy time neither limit an alarm nor become a line. */
function capacityOf({ scaling, initialInstanceCount }: Variant): Partial<MonitoredEndpoint> {
  const known = (value?: number): number | undefined => (Token.isUnresolved(value) ? undefined : value);
  const { invocationsPerInstance, concurrentRequests, backlogPerInstance } = scaling._goal;
  const { minimum, maximum } = scaling._range(initialInstanceCount);
  return {
    minInstanceCount: known(minimum),
    maxInstanceCount: known(maximum),
    targetInvocationsPerInstance: known(invocationsPerInstance),
    targetConcurrentRequests: known(concurrentRequests),
    targetBacklogPerInstance: known(backlogPerInstance),
  };
}

/** What is to be known of the probe; nothing where there is none. */
function monitoredProbe({ enabled, interval, plannedLatency }: ProbeOptions): Partial<MonitoredEndpoint> {
  if (enabled === false) return {};
  // One that is only known at deploy time is refused by the checks, and must not keep the others from being made.
  const probeInterval = interval && !interval.isUnresolved() ? interval : DEFAULT_PROBE_INTERVAL;
  return { probeInterval, plannedEndToEndLatency: plannedLatency };
}
