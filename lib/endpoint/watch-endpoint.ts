import { Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { EndpointAlarms, EndpointLogs, MonitoredEndpoint, MonitoringMode, TritonDashboard } from '../monitoring';
import { Scaling } from '../scaling';
import { CanaryOptions } from '../smoke-test';
import { DEFAULT_CANARY_INTERVAL } from '../smoke-test/canary-interval';
import { MonitoringOptions } from './monitoring-options';

/** What watches an endpoint. */
export interface Watch {
  readonly logs: EndpointLogs;
  readonly alarms: EndpointAlarms;
  readonly dashboard?: TritonDashboard;
}

/** Makes log group, alarms and dashboard. The endpoint itself does not exist yet: it is going to depend on them. */
export function watchEndpoint(
  scope: Construct,
  endpoint: MonitoredEndpoint,
  instanceCount: number,
  scaling: Scaling,
  options: MonitoringOptions = {},
): Watch {
  const minimal = options.mode === MonitoringMode.MINIMAL;
  const { expectedInvocationsPerMinute, usdPerInstanceHour, plan } = options;
  const watched: MonitoredEndpoint = {
    ...endpoint,
    ...capacityOf(scaling, instanceCount),
    expectedInvocationsPerMinute,
    usdPerInstanceHour,
    plan,
    serverLog: !minimal,
  };
  const logs = new EndpointLogs(scope, 'Logs', {
    endpointName: endpoint.endpointName,
    retention: options.logRetention,
    encryptionKey: options.logEncryptionKey,
    metricFilters: !minimal,
  });
  const alarms = new EndpointAlarms(scope, 'Alarms', {
    endpoint: watched,
    mode: options.mode,
    overrides: options.alarms,
    actions: options.alarmActions,
    naming: options.alarmNaming,
  });
  const dashboard = options.dashboard ?? (minimal ? undefined : new TritonDashboard(scope, 'Dashboard'));
  dashboard?.addEndpoint(watched, alarms);
  return { logs, alarms, dashboard };
}

/** Numbers that are only known at deploy time neither limit an alarm nor become a line. */
function capacityOf({ maxCapacity, _goal }: Scaling, instanceCount: number): Partial<MonitoredEndpoint> {
  const known = (value?: number): number | undefined => (Token.isUnresolved(value) ? undefined : value);
  return {
    minInstanceCount: known(_goal.minCapacity ?? instanceCount),
    maxInstanceCount: known(maxCapacity),
    targetInvocationsPerInstance: known(_goal.invocationsPerInstance),
    targetConcurrentRequests: known(_goal.concurrentRequests),
  };
}

/** What is to be known of the canary; nothing where there is none. */
export function watchedCanary({ enabled, interval, plannedLatency }: CanaryOptions = {}): Partial<MonitoredEndpoint> {
  if (enabled === false) return {};
  return { canaryInterval: interval ?? DEFAULT_CANARY_INTERVAL, plannedEndToEndLatency: plannedLatency };
}
