import { Dashboard, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { EndpointAlarms } from './endpoint-alarms';
import { EndpointWidgets } from './endpoint-widgets';
import { fleetWidgets } from './fleet-widgets';
import { MonitoredFleet } from './monitored-fleet';
import { withoutTokens } from '../findings/unresolved-values';
import { rulePage } from '../findings/rule-page';

/** Quotas of a CloudWatch dashboard (read 2026-11-21). The metrics include those of expressions. */
const QUOTAS = { widgets: 500, metrics: 2500 };

/** Properties of `TritonDashboard`. */
export interface TritonDashboardProps {
  /**
   * Name of the dashboard.
   *
   * @default - a name that CloudFormation generates
   */
  readonly dashboardName?: string;
}

/**
 * A CloudWatch dashboard of one or more endpoints, or inference components and their fleet. The dashboard shows a summary, the alarms and the
 * details of each endpoint or component.
 *
 * @throws an error if an endpoint or a fleet would exceed the limit of 500 widgets or 2,500 metrics per dashboard
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Dashboards.html
 * @example
 * const fleet = new TritonDashboard(stack, 'Fleet');
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, monitoring: { dashboard: fleet } });
 */
export class TritonDashboard extends Construct {
  /** The CloudWatch dashboard. */
  public readonly dashboard: Dashboard;

  private endpointCount = 0;
  private readonly counts = { widgets: 0, metrics: 0 };

  /**
   * Creates an empty dashboard. An endpoint adds itself if you pass the dashboard in `monitoring.dashboard`.
   *
   * @param scope scope of the construct, such as a stack
   * @param id ID of the construct, unique within the scope. A change of the ID replaces the resources
   * @param props name of the dashboard
   */
  constructor(scope: Construct, id: string, props: TritonDashboardProps = {}) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Resource', { dashboardName: props.dashboardName });
  }

  /**
   * Adds three views of an endpoint or an inference component: summary, alarms and details. The views of an inference component show its
   * copies instead of instances.
   *
   * @internal
   */
  public _addEndpoint(alarms: EndpointAlarms): void {
    const { inferenceComponentName, endpointName } = alarms._host;
    const widgets = new EndpointWidgets(alarms);
    const rows = [widgets.summaryWidgets(), widgets.alarmWidgets(), widgets.widgets()];
    this.add(inferenceComponentName ?? endpointName, rows);
  }

  /**
   * Adds the fleet of an endpoint with inference components: its number of instances, what the copies reserve, its utilization and, if the
   * price is known, its cost.
   *
   * @internal
   */
  public _addFleet(fleet: MonitoredFleet): void {
    this.add(fleet.endpointName, [fleetWidgets(fleet)]);
  }

  private add(name: string, rows: IWidget[][]): void {
    for (const row of rows) {
      this.checkQuotas(name, row);
      if (row.length > 0) this.dashboard.addWidgets(...row);
    }
    this.endpointCount += 1;
  }

  private checkQuotas(name: string, widgets: IWidget[]): void {
    this.counts.widgets += widgets.length;
    this.counts.metrics += widgets.reduce((sum, widget) => sum + metricCountOf(widget), 0);
    for (const item of ['widgets', 'metrics'] as const) {
      if (this.counts[item] <= QUOTAS[item]) continue;
      throw new Error(
        `${this.node.path}: monitoring.dashboard: '${withoutTokens(name)}': got ${this.counts[item]} ${item}; allowed: ${QUOTAS[item]} on a dashboard, so start a new dashboard after ${this.endpointCount} ${rulePage('cw.dashboard-widgets')}`,
      );
    }
  }
}

function metricCountOf(widget: IWidget): number {
  return (widget.toJson() as { properties?: { metrics?: unknown[] } }[]).reduce(
    (sum, { properties }) => sum + (properties?.metrics?.length ?? 0),
    0,
  );
}
