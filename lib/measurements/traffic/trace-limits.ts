import { Allowed } from '../readers/measured-value';

/** Requests of one interval of a trace. */
export const COUNT_OF_REQUESTS: Allowed = { minimum: 0, maximum: 1e12 };

/** Length of a simulated step: the period of high-resolution metrics. */
export const STEP_SECONDS = 10;
