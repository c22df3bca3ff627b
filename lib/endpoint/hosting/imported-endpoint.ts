import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { DEFAULT_VARIANT_NAME, endpointArnOf } from '../../cdk/endpoint-names';
import { TritonEndpointBase } from './triton-endpoint-base';

/** Attributes of an endpoint to import. */
export interface TritonEndpointAttributes {
  /** Name of the endpoint. Use the same case as when the endpoint was created, because CloudWatch dimensions are case-sensitive. */
  readonly endpointName: string;

  /**
   * ARN of the endpoint. Its account and Region become the account and Region of the imported endpoint. SageMaker returns ARNs in lower case.
   *
   * @default - the ARN of an endpoint with this name in the stack's account and Region
   */
  readonly endpointArn?: string;

  /**
   * Names of the production variants.
   *
   * @default ['AllTraffic']
   */
  readonly variantNames?: string[];

  /**
   * Names of the shadow variants.
   *
   * @default - none
   */
  readonly shadowVariantNames?: string[];
}

/** An imported endpoint. */
export class ImportedEndpoint extends TritonEndpointBase {
  public readonly endpointName: string;
  public readonly endpointArn: string;
  public readonly variantNames: string[];
  public readonly shadowVariantNames: string[];

  constructor(scope: Construct, id: string, attributes: TritonEndpointAttributes) {
    super(scope, id, { environmentFromArn: attributes.endpointArn });
    const { endpointName, variantNames = [DEFAULT_VARIANT_NAME], shadowVariantNames = [] } = attributes;
    this.endpointName = endpointName;
    this.endpointArn = attributes.endpointArn ?? endpointArnOf(Stack.of(scope), endpointName);
    this.variantNames = variantNames;
    this.shadowVariantNames = shadowVariantNames;
  }
}
