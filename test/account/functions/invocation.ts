import { SimulatedAccount } from '../simulated-account';
import { Call } from '../call';

/** Minimum duration of a request. The maximum is twice this value. */
const LATENCY_MILLISECONDS = 20;

/** An invocation of a function. It sends requests with the function's role until it ends. */
export class Invocation {
  private hasEnded = false;

  constructor(private readonly role: string) {}

  /** Ends the invocation: the code of the function can send no more requests. */
  public end(): void {
    this.hasEnded = true;
  }

  /** Sends a request with the function's role. */
  public async call(account: SimulatedAccount, call: Omit<Call, 'principal'>): Promise<Record<string, unknown>> {
    await this.blockIfEnded();
    await account.sleep(LATENCY_MILLISECONDS * (1 + account.random()));
    await this.blockIfEnded();
    const callWithRole: Call = { ...call, principal: { role: this.role, service: 'lambda.amazonaws.com' } };
    const interruption = account.injectCrash(callWithRole);
    if (interruption !== undefined) this.end();
    if (interruption === 'before') await this.blockIfEnded();
    const output = await account.call(callWithRole);
    await this.blockIfEnded();
    return output;
  }

  /** Never resolves if the invocation has ended, to simulate that Lambda stops the code of a function at any point. */
  public async blockIfEnded(): Promise<void> {
    if (this.hasEnded) await new Promise(() => undefined);
  }
}
