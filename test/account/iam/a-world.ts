import type { World } from '../world';

/** A world with nothing but a clock, which stands still until a test moves it. */
export class AWorld implements World {
  public time = Date.UTC(2026, 0, 1);
  /** What is assumed otherwise than the behaviours say. */
  public switches: Readonly<Record<string, boolean>> = { 'iam.changes-take-seconds': false };
  public next = 0.5;

  constructor(
    public readonly accountId = '123456789012',
    public readonly region = 'eu-west-1',
  ) {}

  now(): number {
    return this.time;
  }

  assumes(behaviour: string): boolean {
    return this.switches[behaviour] ?? true;
  }

  random(): number {
    return this.next;
  }

  after(): void {
    throw new Error('Nothing of IAM happens later.');
  }

  sleep(): Promise<void> {
    throw new Error('IAM never waits.');
  }

  call(): Promise<Record<string, unknown>> {
    throw new Error('IAM calls nobody.');
  }
}
