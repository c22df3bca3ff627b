import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmDefinition } from './alarm-definition';
import { AlarmOverride } from './alarm-options';
import { MonitoredHost } from './monitored-endpoint';

/** The alarms of one variant of an endpoint, or of one inference component, before they are created. */
export interface EndpointAlarmsProps {
  readonly endpoint: MonitoredHost;
  readonly definitions: AlarmDefinition[];
  /** Settings of individual alarms, by the values of `AlarmKind`. */
  readonly overrides?: { [kind: string]: AlarmOverride };
  /**
   * Actions when an alarm goes into the ALARM state and when it returns to the OK state. The alarms that the composite alarm "unhealthy"
   * includes have no actions of their own, so one incident results in one notification.
   */
  readonly actions?: IAlarmAction[];
  /** Prefix of alarm names of the form `<prefix><endpoint>-<variant>-<alarm>`. By default, CloudFormation generates the names. */
  readonly namePrefix?: string;
}
