import * as fs from 'fs';
import * as path from 'path';
import { Template } from '../assembly/intrinsics';
import { dashboard } from '../assembly/resource-shapes';
import { parseJson } from '../input/shape';
import { readTemplateFile, resourcesOfType } from '../assembly/template';
import { DrawnDashboard, Line, Widget } from './page/model';

type RenderedWidget = ReturnType<typeof dashboard>['widgets'][number];
type MetricRow = NonNullable<RenderedWidget['properties']['metrics']>[number];

/**
 * Reads the dashboards of all stacks of a cloud assembly, including the stacks of CDK stages.
 *
 * @throws if there is no dashboard
 */
export function readDashboards(assembly: string): DrawnDashboard[] {
  if (!fs.existsSync(path.join(assembly, 'manifest.json'))) {
    throw new Error(`${assembly} has no manifest.json: pass the folder that 'cdk synth' wrote, usually cdk.out`);
  }
  const templates = fs
    .readdirSync(assembly, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.template.json'))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
  const dashboards = templates.flatMap((file) =>
    dashboardsOf(path.basename(file, '.template.json'), readTemplateFile(file, assembly)),
  );
  if (dashboards.length === 0)
    throw new Error(`${assembly} has no dashboard: is monitoring turned off for every endpoint?`);
  return dashboards;
}

function dashboardsOf(stack: string, template: Template): DrawnDashboard[] {
  return resourcesOfType(template, 'AWS::CloudWatch::Dashboard').map(({ id, properties }) => {
    const { DashboardBody, DashboardName } = properties;
    const { widgets } = parseJson(String(DashboardBody), `the dashboard ${id}`, dashboard);
    const name = typeof DashboardName === 'string' ? DashboardName : id;
    return { name, stack, widgets: widgets.map((widget) => toWidget(widget, template)) };
  });
}

function toWidget({ type, x, y, width, height, properties }: RenderedWidget, template: Template): Widget {
  const { title = '', markdown, query, alarms = [], annotations, yAxis, view, stacked } = properties;
  const widgetTypes: Record<string, Widget['type']> = { text: 'text', alarm: 'alarms', log: 'log' };
  return {
    type: widgetTypes[type] ?? (view === 'singleValue' ? 'numbers' : 'graph'),
    x,
    y,
    width,
    height,
    title,
    text: markdown ?? query ?? alarms.map((alarm) => describeAlarm(alarm, template)).join('\n'),
    lines: linesOf(properties.metrics ?? []),
    marks: (annotations?.horizontal ?? []).map(({ value, label = '' }) => ({ value, label })),
    unit: yAxis?.left?.label ?? '',
    stacked,
  };
}

/** The description of an alarm; otherwise the logical id, to which a reference to the alarm evaluates. */
function describeAlarm(alarm: string, { Resources = {} }: Template): string {
  return String(Resources[alarm]?.Properties?.AlarmDescription ?? alarm);
}

/** The visible lines of a graph. In a row, `.` repeats one value of the previous row, and a leading `...` repeats all omitted values. */
function linesOf(rows: MetricRow[]): Line[] {
  let previous: string[] = [];
  /** The metrics by their IDs. CDK adds the metrics of an expression after the expression. */
  const inputs: Record<string, Line> = {};
  return rows
    .map((row) => {
      const options = row.find((part) => typeof part !== 'string');
      const values = row.filter((part) => typeof part === 'string');
      const isVisible = options?.visible !== false;
      const { label, expression, stat: statistic, id } = options ?? {};
      if (values.length === 0) return { isVisible, line: { label: label ?? expression ?? '', expression, inputs } };
      previous = expandRow(values, previous);
      const [, metric, ...names] = previous;
      const dimensions = Object.fromEntries(
        names.flatMap((name, index) => (index % 2 === 0 ? [[name, names[index + 1] ?? '']] : [])),
      );
      const line: Line = { label: label ?? metric ?? '', metric, statistic, dimensions };
      if (id !== undefined) inputs[id] = line;
      return { isVisible, line };
    })
    .flatMap(({ isVisible, line }) => (isVisible ? [line] : []));
}

function expandRow([first, ...rest]: string[], previous: string[]): string[] {
  if (first === '...') return [...previous.slice(0, previous.length - rest.length), ...rest];
  return [first, ...rest].map((part, index) => (part === '.' ? previous[index] : part));
}
