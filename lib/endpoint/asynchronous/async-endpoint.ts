import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ITritonEndpoint } from '../triton-endpoint';

/** An asynchronous endpoint, made here or elsewhere. */
export interface ITritonAsyncEndpoint extends ITritonEndpoint {
  /** Bucket that callers put requests in. */
  readonly inputBucket: IBucket;

  /** Bucket that SageMaker writes answers and failures to. */
  readonly outputBucket: IBucket;

  /** Where callers put requests: a URI of S3, without a `/` at its end. */
  readonly inputUri: string;

  /**
   * Allows sending requests (`sagemaker:InvokeEndpointAsync`), putting them below the input prefix, and reading answers and failures.
   *
   * @param grantee the principal that gets the permission
   */
  grantInvokeAsync(grantee: IGrantable): Grant;
}
