import { AlarmDefinition } from './alarm-definition';
import { EndpointAlarmsOptions } from './alarm-options';
import { MonitoredEndpoint } from './monitored-endpoint';

/** Properties of `EndpointAlarms`. */
export interface EndpointAlarmsProps extends EndpointAlarmsOptions {
  /** The endpoint to monitor. */
  readonly endpoint: MonitoredEndpoint;

  /**
   * The alarms, where they were worked out before, so that they need not be again.
   *
   * @internal
   */
  readonly _definitions?: AlarmDefinition[];
}
