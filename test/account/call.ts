/** Who makes a request. */
export type Principal =
  /** A role of the account: a function, a state machine, or SageMaker with an execution role. */
  | { readonly role: string; readonly service: string }
  /** CloudFormation with the deployer's rights, which nothing refuses. */
  | 'deployer';

/** One request to AWS: by a handler, by CloudFormation for a resource, or by a service in the name of a role. */
export interface Call {
  readonly principal: Principal;
  /** As in IAM: `sagemaker`, `s3`, `application-autoscaling`. */
  readonly service: string;
  /** As in the API: `UpdateEndpoint`. */
  readonly operation: string;
  readonly input: Record<string, unknown>;
  /** The service that sends it for the principal. */
  readonly via?: string;
}

/** What a service of the account answers to the requests that it knows. */
export interface Service {
  readonly name: string;
  handle(call: Call): Promise<object>;
}

/** An error as the SDKs throw it. */
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
