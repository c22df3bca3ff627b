import { Construct } from 'constructs';
import { HostedEndpoint } from '../hosting/hosted-endpoint';
import { ImportedEndpoint, TritonEndpointAttributes } from '../hosting/imported-endpoint';
import { resolveRealtime } from './resolve';
import { ITritonEndpoint } from '../hosting/triton-endpoint';
import { TritonRealtimeEndpointProps } from '../options/variant-options';

/**
 * A SageMaker real-time endpoint that serves a Triton model on instances with or without GPUs. By default, the endpoint has autoscaling,
 * alarms, a dashboard, and a smoke test that each deployment must pass. An endpoint can also have several variants that share the traffic.
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
   * Imports an endpoint of any kind in the stack's account and Region.
   *
   * @param scope scope of the imported endpoint, such as a stack
   * @param id ID of the imported endpoint, unique within the scope
   * @param endpointName name of the endpoint, in the same case as when it was created
   */
  public static fromEndpointName(scope: Construct, id: string, endpointName: string): ITritonEndpoint {
    return new ImportedEndpoint(scope, id, { endpointName });
  }

  /**
   * Imports an endpoint of any kind with its attributes, such as an endpoint with several variants, or in a different account or Region.
   *
   * @param scope scope of the imported endpoint, such as a stack
   * @param id ID of the imported endpoint, unique within the scope
   * @param attributes name of the endpoint, its ARN and its variants
   */
  public static fromEndpointAttributes(
    scope: Construct,
    id: string,
    attributes: TritonEndpointAttributes,
  ): ITritonEndpoint {
    return new ImportedEndpoint(scope, id, attributes);
  }

  /**
   * Checks the properties, and creates the endpoint with its alarms, its dashboard and its tests.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props model, instances, scaling and other properties of the endpoint. Only `model` is required
   */
  constructor(scope: Construct, id: string, props: TritonRealtimeEndpointProps) {
    super(scope, id, props, resolveRealtime(props));
  }
}
