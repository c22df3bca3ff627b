import { AwsError, Call } from '../account/call';
import { simulate, Simulation } from '../account/simulation';

/** What CloudFormation is told. */
export interface Verdict {
  readonly Status: string;
  readonly Reason: string;
  readonly PhysicalResourceId: string;
  readonly bytes: number;
}

/** What a service answers; undefined leaves the request to the account's own service. */
type Answers = (call: Call) => object | undefined;

const NAME = 'function';
const ROLE = 'role';
const LOG = `/aws/lambda/${NAME}`;
/** So long CloudFormation waits. */
const HOUR = 3_600_000;
const STACK = 'arn:aws:cloudformation:us-east-1:111122223333:stack/vision/1';

/**
 * A function of `lambda/` in the simulated account and in its virtual time: whatever it waits for, a test does not. It may do everything, and
 * the test says what single services answer.
 */
export class FunctionInAccount {
  public stackStatus = 'UPDATE_IN_PROGRESS';
  public answers: Answers = () => undefined;

  private tell: (verdict: Verdict) => void = () => undefined;

  constructor(public readonly aws: Simulation) {
    const { account, lambda } = aws;
    account.authorize = async () => undefined;
    lambda.takeResponse = async (_, body) => {
      this.tell({ ...(JSON.parse(body) as Verdict), bytes: Buffer.byteLength(body) });
      return true;
    };
    for (const [name, service] of account.services) {
      const handle = async (call: Call): Promise<object> => this.answers(call) ?? service.handle(call);
      account.services.set(name, { name, handle });
    }
    const describeStacks = async (): Promise<object> => ({ Stacks: [{ StackStatus: this.stackStatus }] });
    account.services.set('cloudformation', { name: 'cloudformation', handle: describeStacks });
  }

  /** Requests of the function, but for its invocations of itself, what its runtime logs, and what services do in its name. */
  public get requests(): Call[] {
    return this.aws.account.log.filter(
      ({ principal, service, input, via }) =>
        principal !== 'deployer' &&
        principal.role === ROLE &&
        via === undefined &&
        service !== 'lambda' &&
        !String(input.logGroupName).startsWith('/aws/lambda/'),
    );
  }

  public get operations(): string[] {
    return this.requests.map(({ operation }) => operation);
  }

  /** What the function has logged in invocations that have ended. */
  public get logged(): string[] {
    return this.aws.account.log
      .filter(({ operation, input }) => operation === 'PutLogEvents' && String(input.logGroupName) === LOG)
      .flatMap(({ input }) => (input.logEvents as { readonly message: string }[]).map(({ message }) => message));
  }

  /** How often the function was invoked. */
  public get invocations(): number {
    return this.aws.account.log.filter(({ operation }) => operation === 'Invoke').length;
  }

  /** Sends an event of CloudFormation, and waits for what CloudFormation is told. */
  public async send(event: object, ResourceProperties: object): Promise<Verdict> {
    const told = new Promise<Verdict>((resolve) => (this.tell = resolve));
    await this.invoke({
      RequestType: 'Create',
      ResponseURL: 'https://response',
      StackId: STACK,
      LogicalResourceId: 'Resource',
      RequestId: 'request',
      ResourceProperties,
      ...event,
    });
    return Promise.race([told, this.aws.account.sleep(HOUR).then(() => Promise.reject(new Error('No response came')))]);
  }

  public async invoke(event: object): Promise<void> {
    const input = { FunctionName: NAME, InvocationType: 'Event', Payload: JSON.stringify(event) };
    await this.aws.account.call({ principal: 'deployer', service: 'lambda', operation: 'Invoke', input });
  }
}

/** Lets something happen to a function with the code of a folder of `lambda/`. */
export async function inAccount<T>(handler: string, story: (lambda: FunctionInAccount) => Promise<T>): Promise<T> {
  return simulate({ seed: 1 }, async (aws) => {
    const lambda = new FunctionInAccount(aws);
    aws.lambda.code.set('code', handler);
    const input = { FunctionName: NAME, Role: ROLE, Timeout: 900, Code: { S3Key: 'code' } };
    await aws.account.call({ principal: 'deployer', service: 'lambda', operation: 'CreateFunction', input });
    return story(lambda);
  });
}

/** What SageMaker answers when there is no endpoint. */
export function noEndpoint(): AwsError {
  return new AwsError('ValidationException', 'Could not find endpoint "vision".');
}
