import {
  Dashboard,
  DashboardVariable,
  DefaultValue,
  IWidget,
  Values,
  VariableInputType,
  VariableType,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { DrawnOnce } from './drawn-once';
import { EndpointAlarms } from './endpoint-alarms';
import { EndpointWidgets } from './endpoint-widgets';
import { variantNameOf } from './endpoint-facts';
import { MonitoredEndpoint } from './monitored-endpoint';
import { rulePage } from '../findings/rule-page';

/**
 * CloudWatch takes no more, nor more than 2,500 metrics (quotas of CloudWatch dashboards, read 2026-11-21). Our widgets have so few
 * metrics each that the widgets are always too many first.
 */
const MAX_WIDGETS = 500;

/** Properties of `TritonDashboard`. */
export interface TritonDashboardProps {
  /**
   * Name of the dashboard.
   *
   * @default - CloudFormation makes one
   */
  readonly dashboardName?: string;
}

/**
 * A CloudWatch dashboard of one endpoint or of many: for each its summary, its alarms and its details.
 *
 * @throws when an endpoint does not fit any more: a dashboard holds 500 widgets
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Dashboards.html
 * @example
 * const fleet = new TritonDashboard(stack, 'Fleet');
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, monitoring: { dashboard: fleet } });
 */
export class TritonDashboard extends Construct {
  /** The dashboard. */
  public readonly dashboard: Dashboard;

  private endpointCount = 0;
  private widgetCount = 0;
  private hasSelector = false;

  constructor(scope: Construct, id: string, props: TritonDashboardProps = {}) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Resource', { dashboardName: props.dashboardName });
  }

  /**
   * Adds the three views of an endpoint. An endpoint with other variants gets a selector, which switches every widget of the
   * dashboard to the chosen variant.
   *
   * @param endpoint the endpoint to draw
   * @param alarms its alarms, where there are any
   */
  public addEndpoint(endpoint: MonitoredEndpoint, alarms?: EndpointAlarms): void {
    const widgets = new EndpointWidgets(endpoint, alarms);
    for (const row of [widgets.summaryWidgets(), widgets.alarmWidgets(), widgets.widgets()]) {
      this.count(endpoint.endpointName, row);
      if (row.length > 0) this.dashboard.addWidgets(...row.map((widget) => new DrawnOnce(widget)));
    }
    this.endpointCount += 1;
    if (endpoint.otherVariantNames?.length) this.addSelector([variantNameOf(endpoint), ...endpoint.otherVariantNames]);
  }

  private count(endpointName: string, widgets: IWidget[]): void {
    this.widgetCount += widgets.length;
    if (this.widgetCount <= MAX_WIDGETS) return;
    throw new Error(
      `${this.node.path}: addEndpoint('${endpointName}'): got ${this.widgetCount} widgets; allowed: ${MAX_WIDGETS} on a dashboard, so put this endpoint on another one after ${this.endpointCount} ${rulePage('cw.dashboard-widgets')}`,
    );
  }

  private addSelector(variantNames: string[]): void {
    if (this.hasSelector) return;
    this.hasSelector = true;
    this.dashboard.addVariable(
      new DashboardVariable({
        id: 'variant',
        type: VariableType.PROPERTY,
        value: 'VariantName',
        label: 'Variant',
        inputType: VariableInputType.SELECT,
        values: Values.fromValues(...variantNames.map((name) => ({ label: name, value: name }))),
        defaultValue: DefaultValue.value(variantNames[0]),
      }),
    );
  }
}
