import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { HostedEndpoint } from '../hosted-endpoint';
import { ITritonAsyncEndpoint } from './async-endpoint';
import { AsyncBuckets, grantExchange, uriOf } from './buckets';
import { ImportedAsyncEndpoint } from './imported-async-endpoint';
import { TritonAsyncEndpointAttributes, TritonAsyncEndpointProps } from './options';
import { resolveAsynchronous } from './resolve';

/**
 * A Triton model behind a SageMaker asynchronous endpoint: callers put requests in S3, SageMaker queues them and writes the answers to S3.
 * The number of instances follows the queue, down to none, so that an endpoint that nobody asks costs nothing but its storage.
 *
 * Everything else is as for `TritonRealtimeEndpoint`. There is one variant with one model, and no probe, which would keep instances running.
 *
 * @throws one error with all findings when Triton or SageMaker would refuse something at deploy time
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference.html
 * @example
 * new TritonAsyncEndpoint(stack, 'Documents', {
 *   model,
 *   scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 8 }),
 * });
 */
export class TritonAsyncEndpoint extends HostedEndpoint implements ITritonAsyncEndpoint {
  /**
   * An asynchronous endpoint that was made elsewhere, with the buckets that its callers use.
   *
   * @throws an error when a prefix is none
   */
  public static fromEndpointAttributes(
    scope: Construct,
    id: string,
    attributes: TritonAsyncEndpointAttributes,
  ): ITritonAsyncEndpoint {
    return new ImportedAsyncEndpoint(scope, id, attributes);
  }

  constructor(scope: Construct, id: string, props: TritonAsyncEndpointProps) {
    super(scope, id, props, resolveAsynchronous(props));
  }

  /** Bucket that callers put requests in. */
  public get inputBucket(): IBucket {
    return this.buckets.input.bucket;
  }

  /** Bucket that SageMaker writes answers and failures to. */
  public get outputBucket(): IBucket {
    return this.buckets.output.bucket;
  }

  /** Where callers put requests: a URI of S3, without a `/` at its end. */
  public get inputUri(): string {
    return uriOf(this.buckets.input);
  }

  /**
   * Allows sending requests (`sagemaker:InvokeEndpointAsync`), putting them below the input prefix, and reading answers and failures.
   *
   * @param grantee the principal that gets the permission
   */
  public grantInvokeAsync(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpointAsync').combine(grantExchange(this.buckets, grantee));
  }

  private get buckets(): AsyncBuckets {
    return this._asynchronous as AsyncBuckets; // every endpoint of this kind has them
  }
}
