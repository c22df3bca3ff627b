import { App, Stack } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig, CfnInferenceComponent, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { TritonRealtimeEndpoint } from '../../lib';
import { HostedVariant } from '../../lib/endpoint/variant/hosted-variant';
import { classifier } from './fixtures';

/** An inference component and its model, on an endpoint that has no tests. */
export interface ComponentStack {
  readonly stack: Stack;
  readonly hostedVariant: HostedVariant;
  readonly cfnModel: CfnModel;
  readonly cfnInferenceComponent: CfnInferenceComponent;
  readonly cfnEndpoint: CfnEndpoint;
  readonly cfnEndpointConfig: CfnEndpointConfig;
}

export const COMPONENT = 'vision-Classifier';

/** The ends of the ARNs in policies: with the original name, and with the name in lower case. */
export const COMPONENT_ARNS = [`:inference-component/${COMPONENT}`, ':inference-component/vision-classifier'];

export function componentStack(): ComponentStack {
  const stack = new Stack(new App(), 'Stack');
  const off = { enabled: false };
  const endpoint = new TritonRealtimeEndpoint(stack, 'Shared', {
    model: classifier(),
    endpointName: 'vision',
    smokeTest: off,
    probe: off,
  });
  const hostedVariant = endpoint.variants[0] as HostedVariant;
  const [cfnModel] = hostedVariant.cfnModels;
  const cfnInferenceComponent = new CfnInferenceComponent(hostedVariant, 'Component', {
    endpointName: 'vision',
    inferenceComponentName: COMPONENT,
    variantName: 'AllTraffic',
    specification: { modelName: cfnModel.attrModelName },
  });
  const { cfnEndpoint, cfnEndpointConfig } = endpoint;
  return { stack, hostedVariant, cfnModel, cfnInferenceComponent, cfnEndpoint, cfnEndpointConfig };
}

/** The end of each ARN of a statement. */
export function arnEndsOf(resource: unknown): unknown[] {
  return [resource].flat().map((arn) => (arn as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1].at(-1));
}
