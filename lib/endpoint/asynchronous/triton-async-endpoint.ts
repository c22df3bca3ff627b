import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { HostedEndpoint } from '../hosting/hosted-endpoint';
import { AsyncBuckets, grantCallerAccess, uriOf } from '../async-inference/buckets';
import { TritonAsyncEndpointProps } from '../options/async-options';
import { resolveAsynchronous } from './resolve';

/**
 * A SageMaker asynchronous endpoint that serves a Triton model. Callers upload requests to S3. SageMaker queues the requests and writes the
 * responses to S3.
 *
 * The number of instances scales with the length of the queue, and scales in to zero when the queue is empty. An idle endpoint therefore
 * costs only its storage.
 *
 * The endpoint has the same features as `TritonRealtimeEndpoint`, except that it has one variant with one model. It has no probe, because a
 * probe would prevent the endpoint from scaling in to zero.
 *
 * @throws one error with all findings if Triton or SageMaker would reject the configuration during deployment
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference.html
 * @example
 * new TritonAsyncEndpoint(stack, 'Documents', {
 *   model,
 *   scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 8 }),
 * });
 */
export class TritonAsyncEndpoint extends HostedEndpoint {
  /**
   * Checks the properties, and creates the endpoint with its bucket, its alarms, its dashboard and its smoke test.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props model, instances, scaling, buckets and other properties of the endpoint. Only `model` is required
   */
  constructor(scope: Construct, id: string, props: TritonAsyncEndpointProps) {
    super(scope, id, props, resolveAsynchronous(props));
  }

  /** S3 bucket to which callers upload requests. */
  public get inputBucket(): IBucket {
    return this.buckets.input.bucket;
  }

  /** S3 bucket to which SageMaker writes responses and failures. */
  public get outputBucket(): IBucket {
    return this.buckets.output.bucket;
  }

  /** S3 URI under which callers upload requests, without a trailing `/`. */
  public get inputUri(): string {
    return uriOf(this.buckets.input);
  }

  /**
   * Grants permission to invoke the endpoint (`sagemaker:InvokeEndpointAsync`), to upload requests under the input prefix, and to read
   * responses and failures.
   *
   * @param grantee the principal to grant the permissions to
   */
  public grantInvokeAsync(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpointAsync').combine(grantCallerAccess(this.buckets, grantee));
  }

  private get buckets(): AsyncBuckets {
    return this._asynchronous as AsyncBuckets; // set for all asynchronous endpoints
  }
}
