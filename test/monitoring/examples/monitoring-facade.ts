import { MonitoringFacade } from 'cdk-monitoring-constructs';
import { EndpointWidgets, TritonRealtimeEndpoint } from '../../../lib';

/** Shows an endpoint on the dashboards of cdk-monitoring-constructs. */
export function addEndpoint(facade: MonitoringFacade, endpoint: TritonRealtimeEndpoint): void {
  facade.addSegment(new EndpointWidgets(endpoint.alarms.endpoint, endpoint.alarms));
}
