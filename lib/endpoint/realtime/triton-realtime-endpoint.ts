import { Construct } from 'constructs';
import { HostedEndpoint } from '../hosted-endpoint';
import { importEndpointByArn, ImportedEndpoint, TritonEndpointAttributes } from '../imported-endpoint';
import { resolveRealtime } from './resolve';
import { ITritonEndpoint } from '../triton-endpoint';
import { TritonRealtimeEndpointProps } from './options';

/**
 * A SageMaker real-time endpoint that serves a Triton model on GPU instances. By default, the endpoint has autoscaling, alarms, a
 * dashboard, and a smoke test that each deployment must pass. An endpoint can also have several variants that share the traffic.
 *
 * The construct checks the config.pbtxt and the files of the model, the image, the instance type and the limits when it is created.
 *
 * @throws one error with all findings if Triton or SageMaker would reject the configuration during deployment
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/realtime-endpoints.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Classifier', {
 *   model,
 *   instanceType: InstanceType.G5_XLARGE,
 *   latencyObjective: LatencyObjective.p99(Duration.millis(200)),
 * });
 */
export class TritonRealtimeEndpoint extends HostedEndpoint {
  /**
   * Imports an endpoint in the stack's account and Region.
   *
   * @param endpointName name of the endpoint, in the same case as when it was created
   */
  public static fromEndpointName(scope: Construct, id: string, endpointName: string): ITritonEndpoint {
    return new ImportedEndpoint(scope, id, { endpointName });
  }

  /**
   * Imports an endpoint, which can be in a different account or Region.
   *
   * @param endpointArn ARN of the endpoint. SageMaker returns ARNs in lower case. If the name of the endpoint contains upper-case letters,
   * use `fromEndpointAttributes` instead, because metrics require the exact name
   */
  public static fromEndpointArn(scope: Construct, id: string, endpointArn: string): ITritonEndpoint {
    return importEndpointByArn(scope, id, endpointArn);
  }

  /** Imports an endpoint with its attributes, such as an endpoint with several variants. */
  public static fromEndpointAttributes(
    scope: Construct,
    id: string,
    attributes: TritonEndpointAttributes,
  ): ITritonEndpoint {
    return new ImportedEndpoint(scope, id, attributes);
  }

  constructor(scope: Construct, id: string, props: TritonRealtimeEndpointProps) {
    super(scope, id, props, resolveRealtime(props));
  }
}
