import { LatencyProfile, ServiceTime } from '../../../measurements/latency-profile';

/** A measured time, with the conditions of the measurement. */
export interface MeasuredTime extends Omit<LatencyProfile, 'serviceTimes'>, ServiceTime {}

/** Groups the times by instance type, configuration and number of model instances. */
export function groupProfiles(times: MeasuredTime[]): LatencyProfile[] {
  const profiles = new Map<string, LatencyProfile & { serviceTimes: ServiceTime[] }>();
  for (const { batch, milliseconds, ...origin } of times) {
    const key = JSON.stringify([origin.instanceType, origin.configuration, origin.instancesPerGpu]);
    const profile = profiles.get(key) ?? { ...origin, serviceTimes: [] };
    profile.serviceTimes.push({ batch, milliseconds });
    profiles.set(key, profile);
  }
  return [...profiles.values()];
}
