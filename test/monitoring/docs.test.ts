import * as fs from 'fs';
import * as path from 'path';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { EndpointPurpose } from '../../lib';
import { stackWith } from '../endpoint/fixtures';
import {
  ASYNCHRONOUS,
  COMPONENT,
  ENSEMBLE,
  MULTI_MODEL,
  ON_CPU,
  REAL_TIME,
  SHADOWED,
  STREAMING,
  createMonitoring,
} from './fixtures/endpoints';
import { billedItems, COST_TABLE_HEADER, costRow, monthlyCost } from './fixtures/monthly-cost';

const DOCS = ['monitoring.md', 'costs.md']
  .map((page) => fs.readFileSync(path.join(__dirname, '..', '..', 'docs', page), 'utf8'))
  .join('\n');

/** Returns the text between `<!-- name:start -->` and `<!-- name:end -->`. */
function readSection(name: string): string {
  return (new RegExp(`<!-- ${name}:start -->\n([^]*?)\n<!-- ${name}:end -->`).exec(DOCS) ?? [])[1];
}

/** Returns the row of an alarm in a Markdown table. */
function alarmRow(alarm: Alarm, isRollbackAlarm: boolean): string {
  const { alarmDescription, datapointsToAlarm, evaluationPeriods, treatMissingData } = alarm.node
    .defaultChild as CfnAlarm;
  const id = alarm.node.id.charAt(0).toLowerCase() + alarm.node.id.slice(1);
  const datapoints = `${datapointsToAlarm} of ${evaluationPeriods}`;
  return `| \`${id}\` | ${alarmDescription} | ${datapoints} | ${treatMissingData === 'breaching' ? 'breaching' : 'not breaching'} | ${isRollbackAlarm ? 'yes' : ''} |`;
}

test('the documentation lists the alarms of endpoints with a p99 objective of 500 ms and 2 to 4 instances', () => {
  const rows = new Map<string, string>();
  for (const endpoint of [REAL_TIME, ON_CPU, ENSEMBLE, MULTI_MODEL, STREAMING, SHADOWED, COMPONENT, ASYNCHRONOUS]) {
    const { alarms } = createMonitoring(endpoint);
    for (const alarm of alarms.all) {
      if (!rows.has(alarm.node.id)) rows.set(alarm.node.id, alarmRow(alarm, alarms.rollbackAlarms.includes(alarm)));
    }
  }
  const head = ['| alarm | fires when | datapoints | missing data | rolls back |', '|---|---|---|---|---|'];
  expect(readSection('alarms')).toBe([...head, ...rows.values()].join('\n'));
});

test('the documented costs match the resources in the templates', () => {
  const standard = Template.fromStack(stackWith());
  const withEverything = Template.fromStack(
    stackWith({
      instanceCount: 2,
      monitoring: { expectedInvocationsPerMinute: 1 },
    }),
  );
  const withShadow = Template.fromStack(stackWith({ shadowVariants: [{ variantName: 'Shadow' }] }));
  const withServerMetrics = Template.fromStack(stackWith({ monitoring: { serverMetrics: true } }));
  expect(readSection('costs')).toBe(
    [
      ...COST_TABLE_HEADER,
      // Metrics of the probe: success, latency, and success of the configuration.
      costRow('standard', billedItems(standard, 3)),
      costRow('standard, 2 instances, with `monitoring.expectedInvocationsPerMinute`', billedItems(withEverything, 3)),
      // 5 metrics of the variant, and 7 of its model.
      costRow('standard, with `monitoring.serverMetrics` and one model', billedItems(withServerMetrics, 3 + 5 + 7)),
      costRow('standard, with a shadow variant', billedItems(withShadow, 3)),
    ].join('\n'),
  );
});

test('the documented savings match the resources in the templates', () => {
  const monthly = (options: Parameters<typeof stackWith>[0], probeMetricCount: number): number =>
    monthlyCost(billedItems(Template.fromStack(stackWith(options)), probeMetricCount));
  const standard = monthly({}, 3);
  const savings = [
    standard - monthly({ monitoring: { enabled: false } }, 3), // the probe publishes its metrics without monitoring, too
    standard - monthly({ purpose: EndpointPurpose.DEVELOPMENT }, 0),
  ];
  const [, ...documented] = /enabled: false }` saves ([\d.]+) a month, and `\S+` ([\d.]+)\.\s/.exec(DOCS) ?? [];
  expect(documented).toEqual(savings.map((amount) => amount.toFixed(2)));
});
