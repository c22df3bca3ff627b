import { Allowed } from '../../sizing/readers/measured-value';

/** Requests of one interval of a trace. */
export const COUNT_OF_REQUESTS: Allowed = { minimum: 0, maximum: 1e12 };
