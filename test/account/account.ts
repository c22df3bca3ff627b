import { validateRequest } from './api-model/requests';
import { Behaviour, Switches } from './behaviour';
import { Call, AwsError, Principal, Service } from './call';
import { VirtualClock } from './clock';
import { World } from './world';

/** A request and how it ended. */
export interface LoggedCall extends Call {
  readonly at: number;
  /** The error's name and message; undefined when it succeeded. */
  readonly error?: string;
}

/** What is injected: whether this call fails, and with what. */
export type Fault = (call: Call) => AwsError | undefined;

/** What is injected: whether a function ends at one of its requests, before it is sent or after it was answered. */
export type Interruption = (call: Call) => 'before' | 'after' | undefined;

export interface AccountOptions {
  readonly seed: number;
  readonly switches?: Switches;
  readonly behaviours?: readonly Behaviour[];
}

/** One AWS account in one region, in this process and in virtual time. */
export class Account implements World {
  public readonly accountId = '111122223333';
  public readonly region = 'us-east-1';
  public readonly log: LoggedCall[] = [];
  /** What was refused for want of a permission. */
  public readonly denials: string[] = [];
  public readonly services = new Map<string, Service>();
  /** Judges each request. Set by the IAM service. */
  public authorize: (call: Call) => Promise<void> = async () => undefined;
  /** Whether the request is denied only because AWS does not know yet what IAM has confirmed. Set by the IAM service. */
  public isEarly: (call: Call) => Promise<boolean> = async () => false;
  public fault: Fault = () => undefined;
  public interruption: Interruption = () => undefined;
  private readonly switches: Switches;
  private readonly assumed: ReadonlySet<string>;

  constructor(
    public readonly clock: VirtualClock,
    { switches = {}, behaviours = [] }: Omit<AccountOptions, 'seed'> = {},
  ) {
    this.switches = switches;
    this.assumed = new Set(behaviours.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id));
  }

  public add(...services: Service[]): this {
    for (const service of services) this.services.set(service.name, service);
    return this;
  }

  public now(): number {
    return Date.now();
  }

  public after(milliseconds: number, what: () => void | Promise<void>): void {
    this.clock.after(milliseconds, what);
  }

  public async sleep(milliseconds: number): Promise<void> {
    await this.clock.sleep(milliseconds);
  }

  public random(): number {
    return this.clock.random();
  }

  public assumes(behaviour: string): boolean {
    if (this.assumed.size > 0 && !this.assumed.has(behaviour)) throw new Error(`${behaviour} is no assumed behaviour`);
    return this.switches[behaviour] ?? true;
  }

  /** Notes that a service was not allowed to do something. */
  public deny(principal: string, what: string): void {
    this.denials.push(`${principal} may not ${what}`);
  }

  private async comesTooEarly(call: Call): Promise<boolean> {
    const decided = this.clock.hold();
    return this.isEarly(call).finally(decided);
  }

  /** Throws unless the request is allowed. A policy simulator may read its data from files, which takes no virtual time. */
  public async decide(call: Call): Promise<void> {
    const decided = this.clock.hold();
    await this.authorize(call).finally(decided);
  }

  public async call(call: Call): Promise<Record<string, unknown>> {
    const at = this.now();
    try {
      const service = this.services.get(call.service);
      if (!service) throw new Error(`The account has no service ${call.service} (${call.operation})`);
      await this.decide(call);
      const fault = this.fault(call);
      if (fault) throw fault;
      validateRequest(call);
      const output = await service.handle(call);
      this.log.push({ ...call, at });
      return output as Record<string, unknown>;
    } catch (error) {
      const isDenied = /AccessDenied|not authorized/i.test(`${(error as Error).name} ${(error as Error).message}`);
      if (isDenied && !(await this.comesTooEarly(call))) {
        this.deny(nameOf(call.principal), `${call.service}:${call.operation} (${(error as Error).message})`);
      }
      this.log.push({ ...call, at, error: `${(error as Error).name}: ${(error as Error).message}` });
      throw error;
    }
  }
}

/** A principal in a sentence. */
export function nameOf(principal: Principal): string {
  return principal === 'deployer' ? 'the deployer' : `${principal.role} (${principal.service})`;
}
