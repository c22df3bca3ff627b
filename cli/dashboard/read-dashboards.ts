import * as fs from 'fs';
import * as path from 'path';
import { Template } from '../local/intrinsics';
import { dashboard } from '../resource-shapes';
import { parseJson } from '../shape';
import { propertiesOf, readTemplateFile } from '../template';
import { DrawnDashboard, Line, Widget } from './page/model';

type RenderedWidget = ReturnType<typeof dashboard>['widgets'][number];
type Row = NonNullable<RenderedWidget['properties']['metrics']>[number];

/**
 * The dashboards of every stack in a folder that `cdk synth` wrote, stages included.
 *
 * @throws when there is none
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
  return Object.entries(template.Resources ?? {})
    .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Dashboard')
    .map(([id, resource]) => {
      const { DashboardBody, DashboardName } = propertiesOf(resource, template);
      const { widgets } = parseJson(String(DashboardBody), `the dashboard ${id}`, dashboard);
      const name = typeof DashboardName === 'string' ? DashboardName : id;
      return { name, stack, widgets: widgets.map((widget) => draw(widget, template)) };
    });
}

function draw({ type, x, y, width, height, properties }: RenderedWidget, template: Template): Widget {
  const { title = '', markdown, query, alarms = [], annotations, yAxis, view } = properties;
  const kinds: Record<string, Widget['type']> = { text: 'text', alarm: 'alarms', log: 'log' };
  return {
    type: kinds[type] ?? (view === 'singleValue' ? 'numbers' : 'graph'),
    x,
    y,
    width,
    height,
    title,
    text: markdown ?? query ?? alarms.map((alarm) => describeAlarm(alarm, template)).join('\n'),
    lines: linesOf(properties.metrics ?? []),
    marks: (annotations?.horizontal ?? []).map(({ value, label = '' }) => ({ value, label })),
    unit: yAxis?.left?.label ?? '',
  };
}

/** A resolved reference is the alarm's logical id. */
function describeAlarm(alarm: string, { Resources = {} }: Template): string {
  return String(Resources[alarm]?.Properties?.AlarmDescription ?? alarm);
}

/** Visible lines; `.` repeats the value above, `...` the whole row above but its last value. */
function linesOf(rows: Row[]): Line[] {
  let above: string[] = [];
  return rows.flatMap((row) => {
    const options = row.find((part) => typeof part !== 'string');
    const given = row.filter((part) => typeof part === 'string');
    if (given.length === 0)
      return options?.visible === false ? [] : [{ label: options?.label ?? options?.expression ?? '' }];
    above = expand(given, above);
    const [, metric, ...dimensions] = above;
    const dimension = (name: string): string | undefined => dimensions[dimensions.indexOf(name) + 1];
    if (options?.visible === false) return [];
    return {
      label: options?.label ?? metric ?? '',
      metric,
      statistic: options?.stat,
      endpointName: dimension('EndpointName'),
      variantName: dimension('VariantName'),
    };
  });
}

function expand(given: string[], above: string[]): string[] {
  if (given[0] !== '...') return given.map((part, index) => (part === '.' ? above[index] : part));
  return given.length === 1 ? above : [...above.slice(0, above.length - (given.length - 1)), ...given.slice(1)];
}
