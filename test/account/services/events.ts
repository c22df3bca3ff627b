import { Call, Service } from '../call';
import { arn } from '../arn';
import { SimulatedAccount } from '../simulated-account';
import type { Iam } from '../iam/iam';

interface Rule {
  readonly Name: string;
  readonly ScheduleExpression?: string;
  /** JSON of `Pattern`. */
  readonly EventPattern?: string;
  readonly State?: string;
  targets: Target[];
}

/** The allowed values of each field. */
interface Pattern {
  readonly [field: string]: readonly string[] | Pattern;
}

type Event = Record<string, unknown>;

interface Target {
  readonly Id: string;
  readonly Arn: string;
  readonly InputTransformer?: { readonly InputPathsMap: Record<string, string>; readonly InputTemplate: string };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The simulated EventBridge. It invokes the targets of rules for events of services, and every minute of rules whose schedules are due. */
export class EventsService implements Service {
  public readonly name = 'events';
  public readonly rules = new Map<string, Rule>();
  private isScheduled = false;

  constructor(
    private readonly account: SimulatedAccount,
    private readonly iam: Iam,
  ) {}

  public async handle({ operation, input }: Call): Promise<object> {
    const name = String(input.Name ?? input.Rule);
    const rule = this.rules.get(name);
    switch (operation) {
      case 'PutRule':
        this.rules.set(name, { ...(input as unknown as Rule), targets: rule?.targets ?? [] });
        this.scheduleNextMinute();
        return {};
      case 'PutTargets':
        if (rule) rule.targets = input.Targets as Target[];
        return {};
      case 'RemoveTargets':
        if (rule) rule.targets = rule.targets.filter(({ Id }) => !(input.Ids as string[]).includes(Id));
        return {};
      case 'DeleteRule':
        if (rule && rule.targets.length > 0) throw new Error('Rule cannot be deleted since it has targets');
        this.rules.delete(name);
        return {};
      default:
        throw new Error(`events has no operation ${operation}`);
    }
  }

  /** Receives an event of a service, and delivers it once or twice. */
  public send(source: string, detailType: string, detail: object): void {
    const { account } = this;
    const event = { source, 'detail-type': detailType, time: new Date(account.now()).toISOString(), detail };
    const isInTime = account.isSwitchedOn('events.arrive-within-seconds');
    const copies = account.random() < 0.5 ? 1 : 2;
    for (let copy = 0; copy < copies; copy++) {
      if (!isInTime && account.random() < 0.5) continue;
      const delay = isInTime ? SECOND * (1 + 2 * account.random()) : MINUTE * (1 + 4 * account.random());
      account.after(delay, async () => {
        for (const rule of this.rules.values()) if (isFor(rule, event)) await this.invokeTargets(rule, event);
      });
    }
  }

  private scheduleNextMinute(): void {
    if (this.isScheduled || this.rules.size === 0) return;
    this.isScheduled = true;
    this.account.after(MINUTE - (this.account.now() % MINUTE), async () => {
      this.isScheduled = false;
      this.scheduleNextMinute();
      for (const rule of this.rules.values()) await this.runIfDue(rule);
    });
  }

  private runIfDue(rule: Rule): Promise<void> | void {
    const { ScheduleExpression = '', State } = rule;
    if (State === 'DISABLED') return;
    const now = this.account.now();
    const minutes = Number(/^rate\((\d+) minutes?\)$/.exec(ScheduleExpression)?.[1]);
    return Math.floor(now / MINUTE) % minutes === 0 ? this.invokeTargets(rule, this.scheduledEvent()) : undefined;
  }

  private scheduledEvent(): Event {
    return { time: new Date(this.account.now()).toISOString() };
  }

  private async invokeTargets({ Name, targets }: Rule, event: Event): Promise<void> {
    for (const { Arn, InputTransformer } of targets) {
      const access = { action: 'lambda:InvokeFunction', resource: Arn, context: {} };
      const source = arn(this.account, 'events', `rule/${Name}`);
      const resumeClock = this.account.clock.pause();
      const denial = await this.iam
        .authorizeService('events.amazonaws.com', access, source)
        .catch((error: Error) => error)
        .finally(resumeClock);
      if (denial) {
        this.account.recordDenial('events.amazonaws.com', `lambda:InvokeFunction (${denial.message})`);
        continue;
      }
      const input = { FunctionName: Arn, InvocationType: 'Event', Payload: transformEvent(event, InputTransformer) };
      await this.account.call({ principal: 'deployer', service: 'lambda', operation: 'Invoke', input });
    }
  }
}

/** The input of a target. A placeholder in the template is replaced by the JSON-encoded value, including the quotes of a string. */
function transformEvent(event: Event, transformer: Target['InputTransformer']): string {
  if (!transformer) return JSON.stringify(event);
  return transformer.InputTemplate.replace(/<(\w+)>/g, (_, name: string) =>
    JSON.stringify(event[transformer.InputPathsMap[name].replace('$.', '')]),
  );
}

function isFor({ EventPattern, State }: Rule, event: Event): boolean {
  return EventPattern !== undefined && State !== 'DISABLED' && matches(JSON.parse(EventPattern) as Pattern, event);
}

function matches(pattern: Pattern, event: Event): boolean {
  return Object.entries(pattern).every(([field, allowed]) => {
    const value = event[field];
    return Array.isArray(allowed)
      ? allowed.includes(String(value))
      : typeof value === 'object' && value !== null && matches(allowed as Pattern, value as Event);
  });
}
