/**
 * How one variant's run ended.
 *
 * - NOT EXECUTED: a stand-in answered, since the backend cannot run on this machine
 * - NOT TESTED: it was served, but there was nothing to ask
 * - NOT RUN: it could not be served on this machine, which says nothing about the model
 */
export type Outcome = 'PASSED' | 'FAILED' | 'NOT EXECUTED' | 'NOT TESTED' | 'NOT RUN';

/** Why something cannot be run on this machine, in words. */
export class NotRun extends Error {}

/** What the programs that run models begin with when this machine is the reason why they cannot. */
const MARK = /NOT RUN: (.+?)(?=\\n|$)/m;

/** The reason in what a server said, where some layers write a line's end as text; undefined when it says nothing of this machine. */
export function notRunReason(said: string): string | undefined {
  return MARK.exec(said)?.[1];
}
