import { Duration } from 'aws-cdk-lib';

/** Time between the requests of a probe that nobody gave an interval. */
export const DEFAULT_PROBE_INTERVAL = Duration.minutes(5);
