import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ITritonEndpoint } from '../hosting/triton-endpoint';

/** An asynchronous endpoint, either created in this app or imported. */
export interface ITritonAsyncEndpoint extends ITritonEndpoint {
  /** S3 bucket to which callers upload requests. */
  readonly inputBucket: IBucket;

  /** S3 bucket to which SageMaker writes responses and failures. */
  readonly outputBucket: IBucket;

  /** S3 URI under which callers upload requests, without a trailing `/`. */
  readonly inputUri: string;

  /**
   * Grants permission to invoke the endpoint (`sagemaker:InvokeEndpointAsync`), to upload requests under the input prefix, and to read
   * responses and failures.
   *
   * @param grantee the principal to grant the permissions to
   */
  grantInvokeAsync(grantee: IGrantable): Grant;
}
