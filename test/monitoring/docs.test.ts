import * as fs from 'fs';
import * as path from 'path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { MonitoringFacade } from 'cdk-monitoring-constructs';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier, stackWith } from '../endpoint/fixtures';
import { addEndpoint } from './examples/monitoring-facade';
import { ASYNCHRONOUS, MULTI_MODEL, ON_CPU, REAL_TIME, STREAMING, watch } from './fixtures/endpoints';
import { billedItems, COST_HEAD, costRow } from './fixtures/monthly-cost';
import { dashboardOf } from './fixtures/rendered';

const DOCS = ['monitoring.md', 'costs.md']
  .map((page) => fs.readFileSync(path.join(__dirname, '..', '..', 'docs', page), 'utf8'))
  .join('\n');

/** What stands between `<!-- name:start -->` and `<!-- name:end -->`. */
function section(name: string): string {
  return (new RegExp(`<!-- ${name}:start -->\n([^]*?)\n<!-- ${name}:end -->`).exec(DOCS) ?? [])[1];
}

/** An alarm in a row of Markdown. */
function alarmRow(alarm: Alarm, rollback: boolean): string {
  const { alarmDescription, datapointsToAlarm, evaluationPeriods, treatMissingData } = alarm.node
    .defaultChild as CfnAlarm;
  const id = alarm.node.id.charAt(0).toLowerCase() + alarm.node.id.slice(1);
  const when = `${datapointsToAlarm} of ${evaluationPeriods}`;
  return `| \`${id}\` | ${alarmDescription} | ${when} | ${treatMissingData === 'breaching' ? 'bad' : 'good'} | ${rollback ? 'yes' : ''} |`;
}

test('the table of alarms is what the code makes for a p99 of 500 ms and 2 to 4 instances', () => {
  const rows = new Map<string, string>();
  for (const endpoint of [REAL_TIME, ON_CPU, MULTI_MODEL, STREAMING, ASYNCHRONOUS]) {
    const { alarms } = watch(endpoint);
    for (const alarm of alarms.all) {
      if (!rows.has(alarm.node.id)) rows.set(alarm.node.id, alarmRow(alarm, alarms.rollbackAlarms.includes(alarm)));
    }
  }
  const head = [
    '| alarm | fires when | minutes | a minute without data is | deployments roll back |',
    '|---|---|---|---|---|',
  ];
  expect(section('alarms')).toBe([...head, ...rows.values()].join('\n'));
});

test('the table of costs is what the code makes', () => {
  const standard = Template.fromStack(stackWith());
  const minimal = Template.fromStack(stackWith({ monitoring: { minimal: true } }));
  const minimalWithoutProbe = Template.fromStack(
    stackWith({ monitoring: { minimal: true }, probe: { enabled: false } }),
  );
  const withEverything = Template.fromStack(
    stackWith({
      instanceCount: 2,
      probe: { plannedLatency: Duration.millis(100) },
      monitoring: { expectedInvocationsPerMinute: 1 },
    }),
  );
  expect(section('costs')).toBe(
    [
      ...COST_HEAD,
      // Besides log lines, the probe publishes success and latency, success of the configuration and, with a plan, the drift.
      costRow('standard', billedItems(standard, 3)),
      costRow(
        'standard with planned latency, expected traffic and 2 to 4 instances',
        billedItems(withEverything, 3 + 1),
      ),
      costRow('minimal', billedItems(minimal, 3)),
      costRow('minimal without probe', billedItems(minimalWithoutProbe)),
    ].join('\n'),
  );
});

test('the adapter for cdk-monitoring-constructs is the one that is compiled, and works', () => {
  const source = fs.readFileSync(path.join(__dirname, 'examples', 'monitoring-facade.ts'), 'utf8');
  expect(section('adapter')).toBe(`\`\`\`ts\n${source.replace('../../../lib', 'cdk-sagemaker-triton').trim()}\n\`\`\``);

  const stack = new Stack(new App(), 'Stack');
  const endpoint = new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    monitoring: { minimal: true },
  });
  addEndpoint(new MonitoringFacade(stack, 'Monitoring'), endpoint);
  const titles = dashboardOf(Template.fromStack(stack)).widgets.map(({ properties: { title } }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Latency: container (ModelLatency)', 'GPU', 'Cost per hour']));
});
