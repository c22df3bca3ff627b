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
export function importEndpoint(scope: Construct, id: string, attributes: TritonEndpointAttributes): ITritonEndpoint {
  class ImportedEndpoint extends TritonEndpointBase {
    public readonly endpointName = attributes.endpointName;
    public readonly endpointArn = attributes.endpointArn ?? endpointArnOf(Stack.of(scope), attributes.endpointName);
    public readonly variantNames = attributes.variantNames ?? [DEFAULT_VARIANT_NAME];
    public readonly shadowVariantNames = attributes.shadowVariantNames ?? [];
  }
  return new ImportedEndpoint(scope, id, { environmentFromArn: attributes.endpointArn });
}

/** An endpoint that was made elsewhere, by its ARN. */
export function importEndpointByArn(scope: Construct, id: string, endpointArn: string): ITritonEndpoint {
  const { resource, resourceName } = Stack.of(scope).splitArn(endpointArn, ArnFormat.SLASH_RESOURCE_NAME);
  if (!resourceName || !(resource === 'endpoint' || Token.isUnresolved(resource))) {
    throw new Error(
      `${scope.node.path}/${id}: endpointArn: got ${endpointArn}; allowed: arn:<partition>:sagemaker:<region>:<account>:endpoint/<name> ${rulePage('endpoint.arn-malformed')}`,
    );
  }
  return importEndpoint(scope, id, { endpointName: resourceName, endpointArn });
}
