import { Duration } from 'aws-cdk-lib';

/** Time between the requests of a canary that nobody gave an interval. */
export const DEFAULT_CANARY_INTERVAL = Duration.minutes(5);
