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
import { EndpointAlarms } from './endpoint-alarms';
import { EndpointWidgets } from './endpoint-widgets';
import { variantNameOf } from './endpoint-facts';
import { MonitoredEndpoint } from './monitored-endpoint';

/** CloudWatch takes no more (quotas of CloudWatch dashboards, read 2026-11-21). */
const MAX_WIDGETS = 500;
const MAX_METRICS = 2500;

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
 * @throws when an endpoint does not fit any more: a dashboard holds 500 widgets and 2,500 metrics
 */
export class TritonDashboard extends Construct {
  /** The dashboard. */
  public readonly dashboard: Dashboard;

  private readonly endpointNames: string[] = [];
  private widgetCount = 0;
  private metricCount = 0;
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
      if (row.length > 0) this.dashboard.addWidgets(...row);
    }
    this.endpointNames.push(endpoint.endpointName);
    if (endpoint.otherVariantNames?.length) this.addSelector([variantNameOf(endpoint), ...endpoint.otherVariantNames]);
  }

  private count(endpointName: string, widgets: IWidget[]): void {
    this.widgetCount += widgets.length;
    this.metricCount += widgets.reduce((sum, widget) => sum + metricsOf(widget), 0);
    const check = (ruleId: string, what: string, given: number, most: number): void => {
      if (given <= most) return;
      throw new Error(
        `${this.node.path}: addEndpoint('${endpointName}'): got ${given} ${what}; allowed: ${most} on a dashboard, so put this endpoint on another one after ${this.endpointNames.length} [${ruleId}]`,
      );
    };
    check('cw.dashboard-widgets', 'widgets', this.widgetCount, MAX_WIDGETS);
    check('cw.dashboard-metrics', 'metrics', this.metricCount, MAX_METRICS);
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

/** Metrics and expressions that a widget asks for. */
function metricsOf(widget: IWidget): number {
  const rendered = widget.toJson() as { properties: { metrics?: unknown[] } }[];
  return rendered.reduce((sum, { properties }) => sum + (properties.metrics?.length ?? 0), 0);
}
