import { ComponentState } from './component-status';
import { EndpointState } from './endpoint-status';

/** The inference component that a probe tests. */
export interface ProbedComponent {
  readonly name: string;
  /** The SageMaker model of the probe's deployment. */
  readonly modelName: string;
  /** Whether scaling may remove the last copy. */
  readonly scalesToZero?: boolean;
}

/** Statuses of an endpoint that does not respond. */
const NOT_SERVING = ['Creating', 'Deleting', 'Failed'];

/**
 * Statuses of an endpoint that is changing. The probe then sends requests often, to find incorrect responses before the old fleet (its
 * instances) is deleted.
 */
const CHANGING = ['Updating', 'SystemUpdating', 'RollingBack'];

/**
 * Whether the probe sends a request now: each minute while the endpoint changes, and otherwise once per interval. No request is sent unless
 * the fleet of the probe's deployment receives the traffic, since the examples do not apply to a previous fleet.
 *
 * @param configName the endpoint configuration of the probe's deployment
 */
export function isDue(
  endpoint: EndpointState | undefined,
  configName: string,
  minute: number,
  intervalMinutes: number,
): boolean {
  if (!endpoint || NOT_SERVING.includes(endpoint.status)) return false;
  return (
    servingConfig(endpoint) === configName && (CHANGING.includes(endpoint.status) || minute % intervalMinutes === 0)
  );
}

/**
 * Whether the fleet of a configuration receives all traffic, so that a response counts for the alarm of this configuration.
 * False for the old fleet during a deployment, for two reasons. No rollback depends on the alarm of the old fleet. For a short time after
 * the traffic has shifted, DescribeEndpoint may also still report that the old fleet receives the traffic.
 *
 * @param sharesTraffic whether both fleets may receive requests in the stage `Baking`
 */
export function hasAllTraffic(endpoint: EndpointState | undefined, configName: string, sharesTraffic = false): boolean {
  if (!endpoint || servingConfig(endpoint) !== configName) return false;
  return !isBeingReplaced(endpoint) || (!sharesTraffic && endpoint.configName !== configName);
}

/** The configuration whose fleet receives requests; undefined while the traffic shifts, or if the stage is unknown. */
function servingConfig(endpoint: EndpointState): string | undefined {
  const { configName, pending } = endpoint;
  if (!isBeingReplaced(endpoint)) return configName;
  const { configName: pendingConfigName, stages = [] } = pending ?? {};
  const areAllIn = (expected: string): boolean => stages.length > 0 && stages.every((stage) => stage === expected);
  if (areAllIn('Baking')) return pendingConfigName;
  return areAllIn('Creating') ? configName : undefined;
}

/** Whether a deployment is replacing the fleet with the fleet of a different configuration. */
function isBeingReplaced({ configName, pending }: EndpointState): boolean {
  return pending !== undefined && pending.configName !== configName;
}

/**
 * Whether the probe sends a request to an inference component now: once per interval while the component is in service with the model of the
 * probe's deployment. No request is sent while the status is `Updating`: copies with the previous and with the new model respond, and a
 * request cannot select a copy. A request would also start the copy again that scaling has removed as the last one.
 */
export function isComponentDue(
  component: ComponentState | undefined,
  { modelName, scalesToZero }: ProbedComponent,
  minute: number,
  intervalMinutes: number,
): boolean {
  if (component?.status !== 'InService' || component.modelName !== modelName) return false;
  return minute % intervalMinutes === 0 && !(scalesToZero && component.copies === 0);
}
