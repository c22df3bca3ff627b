import type { FleetUpdate } from './instances-needed';

/** What the handler of the preflight receives. It shares this file. */
export interface PreflightProperties {
  /** JSON of the stack's endpoints that are checked, as a list of `CheckedFleet`. */
  readonly Fleets: string;
}

/** An endpoint whose instances have to fit into the quotas. */
export interface CheckedFleet extends FleetUpdate {
  /** Changes whenever an update would start a new fleet. */
  readonly version: string;
}
