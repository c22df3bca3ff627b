import type { EndpointStatus } from './inputs';
import type { Endpoint, SageMakerState } from './state';

/** Changes the status of an endpoint, and sends the event about it (developer guide, "Endpoint state change"). */
export function setStatus(state: SageMakerState, endpoint: Endpoint, status: EndpointStatus): void {
  endpoint.status = status;
  state.sendEvent('SageMaker Endpoint State Change', {
    EndpointName: endpoint.name,
    EndpointArn: endpoint.arn,
    EndpointConfigName: endpoint.fleet.config.name,
    EndpointStatus: status.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(),
    CreationTime: endpoint.created,
    LastModifiedTime: state.account.now(),
    Tags: {},
  });
}
