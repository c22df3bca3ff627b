import type { LatencyProfile } from '../../lib/measurements';
import type { ProfileOptions } from '../sizing/profiles';
import type { RoutingChoice } from '../sizing/routing';

/** The options of the command. */
export interface SimulateOptions extends ProfileOptions {
  readonly trace: string;
  readonly latency: number;
  readonly percentile: number;
  readonly assembly?: string;
  readonly endpoint?: string;
  readonly margin: number;
  readonly routing?: RoutingChoice;
  readonly prices?: string;
  readonly json?: string;
}

/**
 * Selects the profile of an instance type.
 *
 * @throws if the measurements contain no profile or several profiles of the type; the message lists the profiles
 */
export function selectProfile(profiles: readonly LatencyProfile[], instanceType?: string): LatencyProfile {
  const candidates = profiles.filter((profile) => instanceType === undefined || profile.instanceType === instanceType);
  if (candidates.length === 1) return candidates[0];
  const found = [...new Set((candidates.length > 0 ? candidates : profiles).map(nameOf))];
  const ofType = instanceType === undefined ? '' : ` of ${instanceType}`;
  const shown = `${found.slice(0, MAX_SHOWN).join(', ')}${found.length > MAX_SHOWN ? ', …' : ''}`;
  const advice = instanceType === undefined ? 'choose one with --instance-type' : 'remove the other rows';
  throw new Error(
    candidates.length === 0
      ? `simulate: no measurements${ofType}; the measurements contain: ${shown}`
      : `simulate: got ${candidates.length} sets of measurements${ofType} (${shown}); allowed: 1: ${advice}`,
  );
}

/** Maximum number of profiles in an error message. */
const MAX_SHOWN = 10;

function nameOf({ instanceType, configuration, instancesPerGpu }: LatencyProfile): string {
  return [
    instanceType,
    ...(configuration === undefined ? [] : [configuration]),
    ...(instancesPerGpu === undefined ? [] : [`${instancesPerGpu} per GPU`]),
  ].join(' ');
}
