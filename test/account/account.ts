import type { BehaviorId } from './all-behaviors';
import type { Call } from './call';

/** The part of the simulated AWS account that its services use. */
export interface Account {
  readonly accountId: string;
  readonly region: string;
  /** Virtual milliseconds since 1970. */
  now(): number;
  /** Runs an action later, in virtual time. */
  after(milliseconds: number, action: () => void | Promise<void>): void;
  sleep(milliseconds: number): Promise<void>;
  /** Sends a request: checks the current permissions, calls the service, and logs the result. */
  call(call: Call): Promise<Record<string, unknown>>;
  /** Whether an assumed behavior of AWS is switched on (see `behavior.ts`). It has nothing to do with assuming a role. */
  isSwitchedOn(behavior: BehaviorId): boolean;
  /** A pseudorandom number from 0 to 1, generated from the seed of the simulation. */
  random(): number;
}
