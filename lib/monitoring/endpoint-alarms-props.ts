import { AlarmDefinition } from './alarm-definition';
import { EndpointAlarmsOptions } from './alarm-options';
import { MonitoredEndpoint } from './monitored-endpoint';

/** Properties of `EndpointAlarms`. */
export interface EndpointAlarmsProps extends EndpointAlarmsOptions {
  /** The endpoint to monitor. */
  readonly endpoint: MonitoredEndpoint;

  /**
   * Alarm definitions that an endpoint of this library has already selected and checked.
   *
   * @internal
   */
  readonly _definitions?: AlarmDefinition[];
}
