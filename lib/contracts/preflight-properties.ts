import type { FleetUpdate } from './instances-needed';

/**
 * Properties of the custom resource that compares the endpoints of a stack with the quotas of the account, before the endpoints are
 * updated.
 */
export interface PreflightProperties {
  /** JSON of a list of `CheckedFleet`: the endpoints of the stack to check. */
  readonly Fleets: string;
}

/** An endpoint whose instances are compared with the quotas. */
export interface CheckedFleet extends FleetUpdate {
  /** Changes whenever an update would start a new fleet. */
  readonly version: string;
  /** Changes whenever an update would change inference components, which can start further instances. */
  readonly componentsVersion?: string;
}
