import type { Call } from './call';

/** What the services of an account share. */
export interface World {
  readonly accountId: string;
  readonly region: string;
  /** Virtual milliseconds since 1970. */
  now(): number;
  /** Runs something later, in virtual time. */
  after(milliseconds: number, what: () => void | Promise<void>): void;
  sleep(milliseconds: number): Promise<void>;
  /** Every request goes through here: it is judged against the policies as they stand now, logged, and answered by its service. */
  call(call: Call): Promise<Record<string, unknown>>;
  /** Whether an assumed behaviour is switched on. */
  assumes(behaviour: string): boolean;
  /** A number from 0 to 1, from the history's seed. */
  random(): number;
}
