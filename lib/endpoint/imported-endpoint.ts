import { ArnFormat, Stack, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { DEFAULT_VARIANT_NAME, endpointArnOf } from '../platform/endpoint-names';
import { ITritonEndpoint } from './triton-endpoint';
import { TritonEndpointBase } from './triton-endpoint-base';
import { rulePage } from '../findings/rule-page';

/** What is to be known of an endpoint that was made elsewhere. */
export interface TritonEndpointAttributes {
  /** Name of the endpoint, spelled as it was created: CloudWatch's dimensions match case. */
  readonly endpointName: string;

  /**
   * ARN of the endpoint; account and region are taken from it.
   *
   * @default - the ARN of an endpoint of that name in the stack's account and region
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

/** An endpoint that was made elsewhere. */
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

/** An endpoint that was made elsewhere, by its ARN. */
export function importEndpointByArn(scope: Construct, id: string, endpointArn: string): ITritonEndpoint {
  const { resource, resourceName } = Stack.of(scope).splitArn(endpointArn, ArnFormat.SLASH_RESOURCE_NAME);
  if (!resourceName || !(resource === 'endpoint' || Token.isUnresolved(resource))) {
    throw new Error(
      `${scope.node.path}/${id}: endpointArn: got ${endpointArn}; allowed: arn:<partition>:sagemaker:<region>:<account>:endpoint/<name> ${rulePage('endpoint.arn-malformed')}`,
    );
  }
  return new ImportedEndpoint(scope, id, { endpointName: resourceName, endpointArn });
}
