import { AwsError, Call } from '../account/call';
import { simulate, Simulation } from '../account/simulation';

/** The response of a handler to CloudFormation. */
export interface HandlerResponse {
  readonly Status: string;
  readonly Reason: string;
  readonly PhysicalResourceId: string;
  readonly bytes: number;
}

/** Returns the response to a request, or undefined to let the simulated service respond. */
type Responses = (call: Call) => object | undefined;

const NAME = 'function';
const ROLE = 'role';
const LOG_GROUP = `/aws/lambda/${NAME}`;
/** The time for which CloudFormation waits for a response. */
const RESPONSE_TIMEOUT_MILLISECONDS = 3_600_000;
const STACK = 'arn:aws:cloudformation:us-east-1:111122223333:stack/vision/1';

/**
 * A function of `lambda/` in the simulated account, with virtual time. The function has all permissions, and the test can replace the responses
 * of services.
 */
export class FunctionUnderTest {
  public stackStatus = 'UPDATE_IN_PROGRESS';
  public stackTags: object[] = [];
  public responses: Responses = () => undefined;

  private deliver: (response: HandlerResponse) => void = () => undefined;

  constructor(public readonly aws: Simulation) {
    const { account, lambda } = aws;
    account.authorize = async () => undefined;
    lambda.receiveResponse = async (_, body) => {
      this.deliver({ ...(JSON.parse(body) as HandlerResponse), bytes: Buffer.byteLength(body) });
      return true;
    };
    for (const [name, service] of account.services) {
      const handle = async (call: Call): Promise<object> => this.responses(call) ?? service.handle(call);
      account.services.set(name, { name, handle });
    }
    const describeStacks = async (): Promise<object> => ({
      Stacks: [{ StackStatus: this.stackStatus, Tags: this.stackTags }],
    });
    account.services.set('cloudformation', { name: 'cloudformation', handle: describeStacks });
  }

  /**
   * The requests that the function code sends. Excludes invocations of the function, log lines of the Lambda runtime, and requests that
   * services send on behalf of the function.
   */
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

  /** The lines that the function logged in completed invocations. */
  public get loggedLines(): string[] {
    return this.aws.account.log
      .filter(({ operation, input }) => operation === 'PutLogEvents' && String(input.logGroupName) === LOG_GROUP)
      .flatMap(({ input }) => (input.logEvents as { readonly message: string }[]).map(({ message }) => message));
  }

  /** The number of invocations of the function. */
  public get invocations(): number {
    return this.aws.account.log.filter(({ operation }) => operation === 'Invoke').length;
  }

  /** Sends a CloudFormation event to the function, and waits for the response. */
  public async send(event: object, ResourceProperties: object): Promise<HandlerResponse> {
    const response = new Promise<HandlerResponse>((resolve) => (this.deliver = resolve));
    await this.invoke({
      RequestType: 'Create',
      ResponseURL: 'https://response',
      StackId: STACK,
      LogicalResourceId: 'Resource',
      RequestId: 'request',
      ResourceProperties,
      ...event,
    });
    return Promise.race([
      response,
      this.aws.account
        .sleep(RESPONSE_TIMEOUT_MILLISECONDS)
        .then(() => Promise.reject(new Error('CloudFormation received no response'))),
    ]);
  }

  public async invoke(event: object): Promise<void> {
    const input = { FunctionName: NAME, InvocationType: 'Event', Payload: JSON.stringify(event) };
    await this.aws.account.call({ principal: 'deployer', service: 'lambda', operation: 'Invoke', input });
  }
}

/** Creates a function with the code of a folder in `lambda/`, and passes the function to a test. */
export async function withFunctionUnderTest<T>(
  handler: string,
  test: (lambda: FunctionUnderTest) => Promise<T>,
): Promise<T> {
  return simulate({ seed: 1 }, async (aws) => {
    const lambda = new FunctionUnderTest(aws);
    aws.lambda.code.set('code', handler);
    const input = { FunctionName: NAME, Role: ROLE, Timeout: 900, Code: { S3Key: 'code' } };
    await aws.account.call({ principal: 'deployer', service: 'lambda', operation: 'CreateFunction', input });
    return test(lambda);
  });
}

/** SageMaker's error for an endpoint that does not exist. */
export function endpointNotFoundError(): AwsError {
  return new AwsError('ValidationException', 'Could not find endpoint "vision".');
}
