import type { Account } from '../account';

/** An account for the tests of IAM. Its time changes only when a test changes it. */
export class IamTestAccount implements Account {
  public time = Date.UTC(2026, 0, 1);
  /** Whether each assumed behavior is on, by ID. The default is on. */
  public switches: Readonly<Record<string, boolean>> = { 'iam.changes-take-seconds': false };
  public readonly accountId = '123456789012';
  public readonly region = 'eu-west-1';

  now(): number {
    return this.time;
  }

  isSwitchedOn(behavior: string): boolean {
    return this.switches[behavior] ?? true;
  }

  random(): number {
    return 0.5;
  }

  after(): void {
    throw new Error('IAM schedules no actions.');
  }

  sleep(): Promise<void> {
    throw new Error('IAM never waits.');
  }

  call(): Promise<Record<string, unknown>> {
    throw new Error('IAM sends no requests.');
  }
}
