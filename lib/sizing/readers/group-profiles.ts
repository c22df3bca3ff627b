import { LatencyProfile } from '../latency-profile';
import { ServiceTime } from '../service-time';

/** One measured time with everything that says what it belongs to. */
export interface MeasuredTime extends Omit<LatencyProfile, 'serviceTimes'>, ServiceTime {}

/** Joins the times that were measured on the same type, configuration and number of instances. */
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
