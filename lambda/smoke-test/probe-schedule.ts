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
  return serves(endpoint, configName) && (CHANGING.includes(endpoint.status) || minute % intervalMinutes === 0);
}

/**
 * Whether it is known that the fleet of this configuration answers.
 *
 * @param sharesTraffic whether `Baking` may also mean that both fleets get requests
 */
export function hasAllTraffic(endpoint: EndpointState | undefined, configName: string, sharesTraffic = false): boolean {
  if (!endpoint || !serves(endpoint, configName)) return false;
  return !sharesTraffic || !endpoint.pending || endpoint.pending.configName === endpoint.configName;
}

/** Whether the fleet of this configuration has the traffic, or its part of it. */
function serves({ configName, pending }: EndpointState, wanted: string): boolean {
  if (!pending || pending.configName === configName) return configName === wanted;
  const taken = pending.stages.length > 0 && pending.stages.every((stage) => stage === 'Baking');
  return (taken ? pending.configName : configName) === wanted;
}
