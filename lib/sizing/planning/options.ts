import { rulePage } from '../../findings/rule-page';
import { CapacityPlanProps } from '../capacity-plan-props';
import { LatencyProfile } from '../latency-profile';
import { labelsOf } from './profile-labels';
import { SimulatedOption } from './simulated-option';
import { SizingOption } from './sizing-option';

/** Each is simulated, which takes some hundredths of a second. */
const MAXIMUM_OPTIONS = 5000;

/**
 * Each measured batch size as the limit, with each queue delay.
 *
 * @throws when these are more than can be simulated in reasonable time
 */
export function optionsOf(profiles: LatencyProfile[], props: CapacityPlanProps): SizingOption[] {
  const delaysOf = (size: number): number[] => (size > 1 ? (props.queueDelaysMicroseconds ?? [0]) : [0]);
  const sized = profiles.map((profile) => ({
    profile,
    sizes: [...new Set(profile.serviceTimes.map(({ batch }) => batch))].sort((a, b) => a - b),
  }));
  const count = sized.reduce((sum, { sizes }) => sum + sizes.reduce((all, size) => all + delaysOf(size).length, 0), 0);
  if (count > MAXIMUM_OPTIONS) {
    throw new Error(
      `CapacityPlanner.plan: got ${count} combinations of instance type, configuration, batch size and queue delay; allowed: at most ${MAXIMUM_OPTIONS} ${rulePage('sizing.plan')}`,
    );
  }
  return sized.flatMap(({ profile, sizes }) => {
    const labels = labelsOf(profile, props);
    return sizes.flatMap((size) => delaysOf(size).map((delay) => new SimulatedOption(profile, size, delay, labels)));
  });
}
