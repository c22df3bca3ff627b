import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostingAccount } from '../hosting-account';

type Input = Record<string, unknown>;

interface Request {
  readonly service: string;
  readonly operation: string;
  readonly input: Input;
}

/** A step of a notebook. The members have the names of the JSON files. */
interface Step extends Partial<Request> {
  /** Number of requests with this input, which the notebook sends at the same time. */
  readonly repeat?: number;
  /** Values of the answer that later inputs contain, by name: `${name}`. */
  readonly save?: Readonly<Record<string, string>>;
  /** Members of the answer that AWS printed. */
  readonly expect?: Input;
  readonly expect_error?: { readonly Code: string; readonly Message?: string; readonly MessagePrefix?: string };
  readonly wait?: {
    readonly operation: string;
    readonly input: Input;
    readonly until: Readonly<Record<string, string>>;
    readonly poll_seconds: number;
  };
  readonly sleep_seconds?: number;
  readonly loop_while?: {
    readonly operation?: string;
    readonly input?: Input;
    readonly while?: Readonly<Record<string, string>>;
    readonly poll_seconds: number;
    readonly each: readonly Request[];
  };
  /** The request that a schedule sends. */
  readonly calls_then?: Request;
}

/** The notebook whose requests a file contains. The files contain neither code nor text of the notebook. */
interface Source {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
}

interface Notebook {
  readonly source: Source;
  readonly calls: readonly Step[];
}

/** An answer to a request or, if the request failed, `Error` with the name and the message of the error. */
interface Answer extends Input {
  readonly Error?: string;
}

export function componentNotebook(name: string): Notebook {
  return JSON.parse(readFileSync(join(__dirname, 'inference-components', `${name}.json`), 'utf8')) as Notebook;
}

/** AWS printed the description of a moment after the request, which the notebook does not tell. */
const LATEST_MINUTES = 15;
/** Minutes until the user of the notebook runs the next cell. */
const TIME_BETWEEN_CELLS = 1 / 6;
const SERVICES: Readonly<Record<string, string>> = { 'sagemaker-runtime': 'sagemaker' };
/** Reports contradict each other (see `sagemaker.endpoints-with-components-are-not-deleted`), so that this error is possible. */
const POSSIBLE_ERROR = /DeleteEndpoint .*inference component associated/;

/** A replay of the requests of a notebook, in their order and unchanged. */
export class Replay {
  readonly answers: { readonly request: Request; readonly answer: Answer }[] = [];
  private readonly saved = new Map<string, string>();

  constructor(private readonly aws: ReturnType<typeof hostingAccount>) {}

  /** Sends all requests. */
  async run({ calls }: Notebook): Promise<void> {
    for (const step of calls) await this.step(step);
  }

  /** The answers to an operation. */
  answersTo(operation: string): Answer[] {
    return this.answers.filter(({ request }) => request.operation === operation).map(({ answer }) => answer);
  }

  private async step(step: Step): Promise<void> {
    if (step.sleep_seconds) await this.aws.minutes(step.sleep_seconds / 60);
    if (step.wait) await this.wait(step.wait);
    if (step.loop_while) await this.loop(step.loop_while);
    if (step.service === 'scheduler') {
      if (!step.calls_then) return;
      await this.aws.minutes(60);
      await this.step(step.calls_then);
      return void (await this.aws.minutes(60));
    }
    if (step.service)
      for (let count = 0; count < (step.repeat ?? 1); count++) await this.request(step as Step & Request);
  }

  private async request(step: Step & Request): Promise<void> {
    for (let minutes = 0; ; minutes += 0.5) {
      const answer = await this.send(step);
      const { Error: error } = answer;
      const { Code = '', Message, MessagePrefix = '' } = step.expect_error ?? {};
      if (step.expect_error) {
        if (error?.startsWith(`${Code}: ${Message ?? MessagePrefix}`)) return;
        throw new Error(`${step.operation}: ${error ?? 'no error'} instead of ${Code}`);
      }
      if (error && !POSSIBLE_ERROR.test(`${step.operation} ${error}`)) throw new Error(`${step.operation}: ${error}`);
      for (const [name, member] of Object.entries(step.save ?? {})) this.saved.set(name, String(answer[member]));
      const expected = expandPaths(step.expect ?? {});
      if (contains(answer, expected)) return;
      if (minutes >= LATEST_MINUTES)
        throw new Error(`${step.operation}: ${JSON.stringify(answer)} instead of ${JSON.stringify(expected)}`);
      await this.aws.minutes(0.5);
    }
  }

  private async send({ service, operation, input }: Request): Promise<Answer> {
    const text = JSON.stringify(input).replace(/\$\{([^}]+)\}/g, (_, name: string) => this.saved.get(name) ?? '');
    const request = { service: SERVICES[service] ?? service, operation, input: JSON.parse(text) as Input };
    let answer: Answer;
    try {
      answer = await this.aws.account.call({ principal: 'deployer', ...request });
    } catch (error) {
      const { name, message } = error as Error;
      answer = { Error: `${name}: ${message}` };
    }
    this.answers.push({ request, answer });
    if (!/^(Describe|List|Invoke)/.test(operation)) await this.aws.minutes(TIME_BETWEEN_CELLS);
    return answer;
  }

  private async wait({ operation, input, until, poll_seconds }: NonNullable<Step['wait']>): Promise<void> {
    for (let polls = 0; polls < 1000; polls++) {
      const answer = await this.send({ service: 'sagemaker', operation, input });
      if (Object.entries(until).every(([member, value]) => String(answer[member]).startsWith(value))) return;
      if (/Failed/.test(String(answer.InferenceComponentStatus))) throw new Error(String(answer.FailureReason));
      await this.aws.minutes(poll_seconds / 60);
    }
    throw new Error(`${operation} does not reach ${JSON.stringify(until)}`);
  }

  /** Repeats requests while a description has some values or, without a description, for an hour. */
  private async loop({
    operation,
    input,
    each,
    poll_seconds,
    ...loop
  }: NonNullable<Step['loop_while']>): Promise<void> {
    const seconds = Math.max(10, poll_seconds);
    for (let polls = 0; polls < 3600 / seconds; polls++) {
      if (operation) {
        const answer = await this.send({ service: 'sagemaker', operation, input: input ?? {} });
        if (Object.entries(loop.while ?? {}).some(([member, value]) => answer[member] !== value)) return;
      }
      for (const request of each) await this.send(request);
      await this.aws.minutes(seconds / 60);
    }
  }
}

/** Whether a value has all expected members. */
function contains(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  return Object.entries(expected).every(([name, value]) => contains((actual as Input | undefined)?.[name], value));
}

/** Converts paths such as `ProductionVariants[0].CurrentInstanceCount` to objects. */
function expandPaths(expected: Input): Input {
  return Object.fromEntries(
    Object.entries(expected).map(([path, value]) => {
      const [name, index, member] = path.split(/[[\].]+/);
      return index === undefined ? [path, value] : [name, [{ [member]: value }]];
    }),
  );
}
