import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { reportFindings } from '../../findings/report';
import { ImportedEndpoint } from '../imported-endpoint';
import { ITritonAsyncEndpoint } from './async-endpoint';
import { AsyncBuckets, bucketsOf, grantExchange, prefixesOf, uriOf } from './buckets';
import { checkPrefixes } from './check';
import { TritonAsyncEndpointAttributes } from './options';

/** An imported asynchronous endpoint. */
export class ImportedAsyncEndpoint extends ImportedEndpoint implements ITritonAsyncEndpoint {
  private readonly buckets: AsyncBuckets;

  constructor(scope: Construct, id: string, attributes: TritonAsyncEndpointAttributes) {
    const { endpointName, endpointArn, variantName } = attributes;
    super(scope, id, {
      endpointName,
      endpointArn,
      variantNames: variantName === undefined ? undefined : [variantName],
    });
    reportFindings(this, checkPrefixes(attributes));
    this.buckets = bucketsOf({ ...attributes, ...prefixesOf(attributes) });
  }

  public get inputBucket(): IBucket {
    return this.buckets.input.bucket;
  }

  public get outputBucket(): IBucket {
    return this.buckets.output.bucket;
  }

  public get inputUri(): string {
    return uriOf(this.buckets.input);
  }

  public grantInvokeAsync(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpointAsync').combine(grantExchange(this.buckets, grantee));
  }
}
