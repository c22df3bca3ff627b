import { Construct } from 'constructs';
import { HostedEndpoint } from '../hosted-endpoint';
import { importEndpointByArn, ImportedEndpoint, TritonEndpointAttributes } from '../imported-endpoint';
import { resolveRealtime } from './resolve';
import { ITritonEndpoint } from '../triton-endpoint';
import { TritonRealtimeEndpointProps } from './options';

/**
 * A Triton model behind a SageMaker real-time endpoint on GPU instances, with autoscaling, alarms, a dashboard and a smoke
 * test that the deployment has to pass; or several variants of it that share the traffic.
 *
 * The model's config.pbtxt, files, image, instance type and limits are checked when the construct is made.
 *
 * @throws one error with all findings when Triton or SageMaker would refuse something at deploy time
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
   * An endpoint that was made elsewhere, in the stack's account and region.
   *
   * @param endpointName its name, spelled as it was created
   */
  public static fromEndpointName(scope: Construct, id: string, endpointName: string): ITritonEndpoint {
    return new ImportedEndpoint(scope, id, { endpointName });
  }

  /**
   * An endpoint that was made elsewhere, possibly in another account or region.
   *
   * @param endpointArn its ARN. SageMaker's own has the name in lower case: where the endpoint was created with capitals,
   * `fromEndpointAttributes` is needed for its metrics
   */
  public static fromEndpointArn(scope: Construct, id: string, endpointArn: string): ITritonEndpoint {
    return importEndpointByArn(scope, id, endpointArn);
  }

  /** An endpoint that was made elsewhere, such as one with several variants. */
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
