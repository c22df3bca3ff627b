import { validateRequest } from './api-model/requests';
import { BehaviorId } from './all-behaviors';
import { Behavior, Switches } from './behavior';
import { Call, AwsError, Principal, Service } from './call';
import { VirtualClock } from './clock';
import { Account } from './account';

/** A request, its time and its error. */
export interface LoggedCall extends Call {
  readonly time: number;
  /** The error's name and message, or undefined if the request succeeded. */
  readonly error?: string;
}

/** Injects failures: returns the error with which a request fails, or undefined. */
export type Fault = (call: Call) => AwsError | undefined;

/** Injects crashes of functions: whether the function ends before it sends a request, or after it has received the response. */
export type Interruption = (call: Call) => 'before' | 'after' | undefined;

export interface AccountOptions {
  readonly seed: number;
  readonly switches?: Switches;
  readonly behaviors?: readonly Behavior[];
}

/** One AWS account in one Region, simulated in this process and in virtual time. */
export class SimulatedAccount implements Account {
  public readonly accountId = '111122223333';
  public readonly region = 'us-east-1';
  public readonly log: LoggedCall[] = [];
  /** Requests that were denied because of a missing permission. */
  public readonly denials: string[] = [];
  public readonly services = new Map<string, Service>();
  /** Throws if IAM denies a request. Set by `simulate`. */
  public authorize: (call: Call) => Promise<void> = async () => undefined;
  /** Whether a request was denied only because an IAM change has not propagated yet. Set by `simulate`. */
  public isDeniedOnlyByPropagation: (call: Call) => Promise<boolean> = async () => false;
  public injectFault: Fault = () => undefined;
  public injectCrash: Interruption = () => undefined;
  private readonly switches: Switches;
  private readonly assumptions: ReadonlySet<string>;

  constructor(
    public readonly clock: VirtualClock,
    { switches = {}, behaviors = [] }: Omit<AccountOptions, 'seed'> = {},
  ) {
    this.switches = switches;
    this.assumptions = new Set(behaviors.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id));
  }

  public addServices(...services: Service[]): this {
    for (const service of services) this.services.set(service.name, service);
    return this;
  }

  public now(): number {
    return Date.now();
  }

  public after(milliseconds: number, action: () => void | Promise<void>): void {
    this.clock.after(milliseconds, action);
  }

  public async sleep(milliseconds: number): Promise<void> {
    await this.clock.sleep(milliseconds);
  }

  public random(): number {
    return this.clock.random();
  }

  public isSwitchedOn(behavior: BehaviorId): boolean {
    if (this.assumptions.size > 0 && !this.assumptions.has(behavior))
      throw new Error(`${behavior} is not an assumed behavior`);
    return this.switches[behavior] ?? true;
  }

  /** Records that a principal has no permission for an action. */
  public recordDenial(principal: string, action: string): void {
    this.denials.push(`${principal} may not ${action}`);
  }

  private async isPropagationPending(call: Call): Promise<boolean> {
    const resumeClock = this.clock.pause();
    return this.isDeniedOnlyByPropagation(call).finally(resumeClock);
  }

  /** Throws unless IAM allows the request. Virtual time is paused meanwhile, since the authorization reads files in real time. */
  public async checkPermission(call: Call): Promise<void> {
    const resumeClock = this.clock.pause();
    await this.authorize(call).finally(resumeClock);
  }

  public async call(call: Call): Promise<Record<string, unknown>> {
    const now = this.now();
    try {
      const service = this.services.get(call.service);
      if (!service) throw new Error(`The simulated account has no service ${call.service} (${call.operation})`);
      await this.checkPermission(call);
      const fault = this.injectFault(call);
      if (fault) throw fault;
      validateRequest(call);
      const output = await service.handle(call);
      this.log.push({ ...call, time: now });
      return output as Record<string, unknown>;
    } catch (error) {
      const isDenied = /AccessDenied|not authorized/i.test(`${(error as Error).name} ${(error as Error).message}`);
      if (isDenied && !(await this.isPropagationPending(call))) {
        this.recordDenial(nameOf(call.principal), `${call.service}:${call.operation} (${(error as Error).message})`);
      }
      this.log.push({ ...call, time: now, error: `${(error as Error).name}: ${(error as Error).message}` });
      throw error;
    }
  }
}

/** The name of a principal for messages. */
export function nameOf(principal: Principal): string {
  return principal === 'deployer' ? 'the deployer' : `${principal.role} (${principal.service})`;
}
