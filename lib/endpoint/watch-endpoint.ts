import { Names, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  EndpointAlarms,
  EndpointAlarmsOptions,
  EndpointLogs,
  MonitoredEndpoint,
  MonitoringMode,
  TritonDashboard,
} from '../monitoring';
import { ProbeOptions } from '../smoke-test';
import { DEFAULT_PROBE_INTERVAL } from '../smoke-test/probe-interval';
import { Fleet } from './fleet';
import { HostedVariant } from './hosted-variant';
import { MonitoringOptions } from './monitoring-options';

/** What is watched. */
export interface WatchedEndpoint {
  readonly endpointName: string;
  readonly multiModel: boolean;
  readonly shadowVariantNames: string[];
  readonly probe?: ProbeOptions;
}

/** What watches an endpoint. */
export interface Watch {
  /** Of each production variant. */
  readonly alarms: EndpointAlarms[];
  readonly dashboard?: TritonDashboard;
}

/** The log group that the server writes to. */
export function createLogs(scope: Construct, endpointName: string, options: MonitoringOptions = {}): EndpointLogs {
  return new EndpointLogs(scope, 'Logs', {
    endpointName,
    retention: options.logRetention,
    encryptionKey: options.logEncryptionKey,
    metricFilters: options.mode !== MonitoringMode.MINIMAL,
  });
}

/**
 * Makes the alarms of each production variant and the dashboard. The endpoint itself does not exist yet: it is going
 * to depend on them.
 */
export function watchEndpoint(
  scope: Construct,
  endpoint: WatchedEndpoint,
  variants: HostedVariant[],
  options: MonitoringOptions = {},
): Watch {
  const minimal = options.mode === MonitoringMode.MINIMAL;
  const place = options.scope && new Construct(options.scope, Names.uniqueId(scope));
  const dashboard = options.dashboard ?? (minimal ? undefined : new TritonDashboard(place ?? scope, 'Dashboard'));
  const alarms = variants.map((variant) => {
    const watched = monitoredEndpoint(endpoint, variant.fleet, options);
    variant.alarms = new EndpointAlarms(place ? new Construct(place, variant.variantName) : variant, 'Alarms', {
      endpoint: watched,
      ...alarmOptions(options),
      actions: options.alarmActions,
      naming: options.alarmNaming,
    });
    dashboard?.addEndpoint(watched, variant.alarms);
    return variant.alarms;
  });
  return { alarms, dashboard };
}

/** Which alarms are wanted. */
export function alarmOptions({ mode, alarms: overrides }: MonitoringOptions): EndpointAlarmsOptions {
  return { mode, overrides };
}

/** A variant as alarms and dashboard see it. */
export function monitoredEndpoint(
  { endpointName, multiModel, shadowVariantNames, probe }: WatchedEndpoint,
  fleet: Fleet,
  options: MonitoringOptions = {},
): MonitoredEndpoint {
  return {
    endpointName,
    multiModel,
    variantName: fleet.variantName,
    otherVariantNames: shadowVariantNames,
    latencyObjective: fleet.latencyObjective,
    instanceType: fleet.instanceTypes[0],
    ...capacityOf(fleet),
    ...watchedProbe(probe),
    expectedInvocationsPerMinute: options.expectedInvocationsPerMinute,
    usdPerInstanceHour: options.usdPerInstanceHour,
    plan: options.plan ?? fleet.planned,
    serverLog: options.mode !== MonitoringMode.MINIMAL,
  };
}

/** Numbers that are only known at deploy time neither limit an alarm nor become a line. */
function capacityOf({ scaling, instanceCount }: Fleet): Partial<MonitoredEndpoint> {
  const known = (value?: number): number | undefined => (Token.isUnresolved(value) ? undefined : value);
  return {
    minInstanceCount: known(scaling._goal.minCapacity ?? instanceCount),
    maxInstanceCount: known(scaling.maxCapacity ?? instanceCount),
    targetInvocationsPerInstance: known(scaling._goal.invocationsPerInstance),
    targetConcurrentRequests: known(scaling._goal.concurrentRequests),
  };
}

/** What is to be known of the probe; nothing where there is none. */
function watchedProbe({ enabled, interval, plannedLatency }: ProbeOptions = {}): Partial<MonitoredEndpoint> {
  if (enabled === false) return {};
  // One that is only known at deploy time is refused by the checks, and must not keep the others from being made.
  const probeInterval = interval && !interval.isUnresolved() ? interval : DEFAULT_PROBE_INTERVAL;
  return { probeInterval, plannedEndToEndLatency: plannedLatency };
}
