/** The principal that sends a request. */
export type Principal =
  /** A role of the account: a function, a state machine, or SageMaker with an execution role. */
  | { readonly role: string; readonly service: string }
  /** CloudFormation with the deployer's permissions, which allow everything. */
  | 'deployer';

/** SageMaker as a principal that uses the permissions of a role. */
export function sageMakerWithRole(role: string): Principal {
  return { role, service: 'sagemaker.amazonaws.com' };
}

/** A request to AWS from the handler of a function, from CloudFormation for a resource, or from a service that has assumed a role. */
export interface Call {
  readonly principal: Principal;
  /** The prefix of the service in IAM actions, such as `sagemaker`, `s3` or `application-autoscaling`. */
  readonly service: string;
  /** The API operation, such as `UpdateEndpoint`. */
  readonly operation: string;
  readonly input: Record<string, unknown>;
  /** The AWS service that forwards the request for the principal, if any. */
  readonly via?: string;
}

/** A simulated service of AWS. */
export interface Service {
  readonly name: string;
  handle(call: Call): Promise<object>;
}

/** An error with the same members as the errors of the AWS SDK. */
export class AwsError extends Error {
  public readonly $metadata: { httpStatusCode: number };

  constructor(
    public override readonly name: string,
    message: string,
    httpStatusCode = 400,
  ) {
    super(message);
    this.$metadata = { httpStatusCode };
  }
}

/** Throws the error of SageMaker and Application Auto Scaling for an invalid request. */
export function rejectRequest(message: string): never {
  throw new AwsError('ValidationException', message);
}
