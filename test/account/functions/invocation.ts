import { Account } from '../account';
import { Call } from '../call';

/** A request takes this long, and up to twice as long. */
const LATENCY_MILLISECONDS = 20;

/** One run of a function: who it is, and whether it still runs. */
export class Invocation {
  private ended = false;

  constructor(private readonly role: string) {}

  /** Nothing that the function still does reaches anybody. */
  public end(): void {
    this.ended = true;
  }

  /** A request with the function's role. */
  public async call(account: Account, call: Omit<Call, 'principal'>): Promise<Record<string, unknown>> {
    await this.alive();
    await account.sleep(LATENCY_MILLISECONDS * (1 + account.random()));
    await this.alive();
    const signed: Call = { ...call, principal: { role: this.role, service: 'lambda.amazonaws.com' } };
    const interruption = account.interruption(signed);
    if (interruption !== undefined) this.end();
    if (interruption === 'before') await this.alive();
    const output = await account.call(signed);
    await this.alive();
    return output;
  }

  /** Waits for ever once the run has ended: Lambda stops a function wherever it is. */
  public async alive(): Promise<void> {
    if (this.ended) await new Promise(() => undefined);
  }
}
