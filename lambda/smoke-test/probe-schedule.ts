import { EndpointState } from './endpoint-status';

/** States in which nobody expects answers. */
const SILENT = ['Creating', 'Deleting', 'Failed'];

/** In these a wrong answer has to be seen before the old fleet is gone. */
const CHANGING = ['Updating', 'SystemUpdating', 'RollingBack'];

/**
 * Whether a request is due. While the endpoint changes one is due each minute, but only for the fleet that the probe knows: what an
 * old fleet answers, or one that came back, cannot be judged by the examples of the new one.
 *
 * @param configName the endpoint configuration that the probe was deployed with
 */
export function isDue(
  endpoint: EndpointState | undefined,
  configName: string,
  minute: number,
  intervalMinutes: number,
): boolean {
  if (!endpoint || SILENT.includes(endpoint.status)) return false;
  return (
    servingConfig(endpoint) === configName && (CHANGING.includes(endpoint.status) || minute % intervalMinutes === 0)
  );
}

/**
 * Whether all traffic goes to the fleet of this configuration, so that an alarm of the configuration may count what was answered. The old
 * fleet of a deployment is not counted: nobody rolls back on its alarm, and where DescribeEndpoint is a moment late, the new one answered.
 *
 * @param sharesTraffic whether `Baking` may also mean that both fleets get requests
 */
export function hasAllTraffic(endpoint: EndpointState | undefined, configName: string, sharesTraffic = false): boolean {
  if (!endpoint || servingConfig(endpoint) !== configName) return false;
  return !isReplaced(endpoint) || (!sharesTraffic && endpoint.configName !== configName);
}

/** The configuration whose fleet has the traffic, or its part of it; undefined while the traffic moves, or where nobody says. */
function servingConfig(endpoint: EndpointState): string | undefined {
  const { configName, pending } = endpoint;
  if (!isReplaced(endpoint)) return configName;
  const { configName: next, stages = [] } = pending ?? {};
  const are = (wanted: string): boolean => stages.length > 0 && stages.every((stage) => stage === wanted);
  if (are('Baking')) return next;
  return are('Creating') ? configName : undefined;
}

/** Whether a deployment replaces the fleet by that of another configuration. */
function isReplaced({ configName, pending }: EndpointState): boolean {
  return pending !== undefined && pending.configName !== configName;
}
