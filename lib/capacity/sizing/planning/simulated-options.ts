import { rulePage } from '../../../findings/rule-page';
import { CapacityPlanOptions } from '../capacity-plan-options';
import { LatencyProfile } from '../../../measurements/latency-profile';
import { caveatsOf } from './profile-caveats';
import { SimulatedOption } from './simulated-option';
import { SizingOption } from './sizing-option';

/** Limits the planning time: the simulation of one option takes up to several hundredths of a second. */
const MAX_OPTIONS = 1000;

/**
 * Returns an option for each profile, each measured batch size as the maximum, and each queue delay.
 *
 * @throws an error if there are too many options to simulate in a reasonable time
 */
export function simulatedOptions(profiles: LatencyProfile[], options: CapacityPlanOptions): SizingOption[] {
  const delaysOf = (size: number): number[] => (size > 1 ? (options.queueDelaysMicroseconds ?? [0]) : [0]);
  const profilesWithSizes = profiles.map((profile) => ({
    profile,
    sizes: [...new Set(profile.serviceTimes.map(({ batch }) => batch))].sort((a, b) => a - b),
  }));
  const count = profilesWithSizes.reduce(
    (sum, { sizes }) => sum + sizes.reduce((subtotal, size) => subtotal + delaysOf(size).length, 0),
    0,
  );
  if (count > MAX_OPTIONS) {
    throw new Error(
      `CapacityPlanner.plan: got ${count} combinations of instance type, configuration, batch size and queue delay; allowed: at most ${MAX_OPTIONS} ${rulePage('sizing.plan')}`,
    );
  }
  return profilesWithSizes.flatMap(({ profile, sizes }) => {
    const caveats = caveatsOf(profile);
    return sizes.flatMap((size) => delaysOf(size).map((delay) => new SimulatedOption(profile, size, delay, caveats)));
  });
}
