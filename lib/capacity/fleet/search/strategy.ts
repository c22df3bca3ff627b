import { Scaling, ScheduledCapacity } from '../../../scaling';

/** A strategy whose minimum capacity is not known yet. */
export interface Strategy {
  readonly description: string;
  /** Whether scheduled actions change the minimum capacity. */
  readonly hasSchedule: boolean;
  /** The strategy with a minimum capacity, and the number of instances with which it starts. */
  bind(minCapacity: number): { scaling: Scaling; instanceCount: number };
}

/** What the strategies of a search have in common. */
export interface StrategyLimits {
  readonly maxCapacity: number;
  readonly schedule: ScheduledCapacity[];
}

/** Target tracking on the requests of an instance. */
export function trackInvocations(invocationsPerSecond: number, limits: StrategyLimits): Strategy {
  return withSchedule(`invocations per instance, ${invocationsPerSecond}/s`, limits, (minCapacity) =>
    Scaling.invocationsPerInstance({ minCapacity, maxCapacity: limits.maxCapacity, invocationsPerSecond }),
  );
}

/** Target tracking on the concurrent requests of an instance. */
export function trackConcurrency(requestsPerInstance: number, limits: StrategyLimits): Strategy {
  return withSchedule(`concurrent requests per instance, ${requestsPerInstance}`, limits, (minCapacity) =>
    Scaling.concurrentRequests({ minCapacity, maxCapacity: limits.maxCapacity, requestsPerInstance }),
  );
}

/** A fleet without scaling. The minimum capacity is the number of instances. */
export const FIXED_FLEET: Strategy = {
  description: 'fixed number of instances',
  hasSchedule: false,
  bind: (instanceCount) => ({ scaling: Scaling.none(), instanceCount }),
};

function withSchedule(
  description: string,
  { schedule, maxCapacity }: StrategyLimits,
  scalingOf: (minCapacity: number) => Scaling,
): Strategy {
  if (schedule.length === 0)
    return {
      description,
      hasSchedule: false,
      bind: (instanceCount) => ({ scaling: scalingOf(instanceCount), instanceCount }),
    };
  return {
    description: `${description}, with a schedule`,
    hasSchedule: true,
    bind: (minCapacity) => ({
      scaling: Scaling.combine(
        scalingOf(minCapacity),
        Scaling.scheduled({
          minCapacity,
          maxCapacity,
          actions: schedule.map((action) => ({
            ...action,
            minCapacity: Math.min(maxCapacity, Math.max(minCapacity, action.minCapacity ?? 1)),
          })),
        }),
      ),
      instanceCount: minCapacity,
    }),
  };
}
