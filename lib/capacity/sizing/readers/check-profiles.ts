import { error, Finding } from '../../../findings/finding';
import { LatencyProfile } from '../../../measurements/latency-profile';
import { THIS_HOST } from '../latency-table';
import {
  BATCH,
  checkMeasured,
  checkName,
  COUNT,
  EXECUTION_MILLISECONDS,
  NOT_NEGATIVE,
} from '../../../measurements/readers/measured-value';
import { reportProblems } from '../../../measurements/readers/report-problems';

/**
 * Checks the profiles that a caller passed.
 *
 * @throws an error that lists all invalid values
 */
export function checkProfiles(profiles: LatencyProfile[]): void {
  reportProblems(
    'CapacityPlanner.fromLatencyProfiles',
    profiles.map(({ instanceType, serviceTimes, instancesPerGpu, gpus, overheads }, i) => ({
      where: `profiles[${i}]`,
      findings: [
        ...checkName(instanceType, 'instanceType'),
        ...checkIsMeasuredOnType(instanceType),
        ...serviceTimes.flatMap(({ batch, milliseconds }, j) => [
          ...checkMeasured(batch, `serviceTimes[${j}].batch`, BATCH),
          ...checkMeasured(milliseconds, `serviceTimes[${j}].milliseconds`, EXECUTION_MILLISECONDS),
        ]),
        ...checkMeasured(instancesPerGpu, 'instancesPerGpu', COUNT),
        ...checkMeasured(gpus, 'gpus', COUNT),
        ...checkMeasured(overheads?.perRequestMilliseconds, 'overheads.perRequestMilliseconds', NOT_NEGATIVE),
        ...checkMeasured(overheads?.perExecutionMilliseconds, 'overheads.perExecutionMilliseconds', NOT_NEGATIVE),
      ],
    })),
  );
}

/** Checks that the profile was not measured on a host without an instance type. A plan requires the type for its price and its GPUs. */
function checkIsMeasuredOnType(instanceType: string): Finding[] {
  if (instanceType !== THIS_HOST) return [];
  const message =
    `got '${THIS_HOST}', the label of a host whose price and GPUs are unknown; allowed: the instance type that is like the host, ` +
    'such as ml.c6i.large: write it in the column instance_type of the table, or measure again with --instance-type';
  return [error('sizing.measurement', 'instanceType', message)];
}
