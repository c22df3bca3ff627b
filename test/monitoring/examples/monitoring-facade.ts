import { MonitoringFacade } from 'cdk-monitoring-constructs';
import { EndpointWidgets, TritonRealtimeEndpoint } from '../../../lib';

/** Shows an endpoint on the dashboards of cdk-monitoring-constructs. */
export function addEndpoint(facade: MonitoringFacade, endpoint: TritonRealtimeEndpoint): void {
  for (const alarms of endpoint.alarms) facade.addSegment(new EndpointWidgets(alarms.endpoint, alarms));
}
