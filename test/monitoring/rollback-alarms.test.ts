import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { alarmDefinitions } from '../../lib/monitoring/endpoint-alarms';
import { RollbackAlarms } from '../../lib/monitoring/rollback-alarms';
import { COMPONENT, REAL_TIME } from './fixtures/endpoints';
import { alarmMetrics } from './fixtures/rendered';
import { MonitoredHost } from '../../lib/monitoring/monitored-endpoint';

function rollbackAlarms(endpoint: MonitoredHost, version: string): Template {
  const stack = new Stack(new App(), 'Stack');
  const definitions = alarmDefinitions({ endpoint }).filter(({ rollback }) => rollback);
  new RollbackAlarms(stack, definitions, { endpoint, definitions }, version);
  return Template.fromStack(stack);
}

test('the rollback alarms of a variant evaluate only the fleet of one endpoint configuration', () => {
  const metrics = alarmMetrics(rollbackAlarms(REAL_TIME, 'bert-a1b2'));
  for (const { dimensions } of metrics) expect(dimensions).toContain('EndpointConfigName');
});

describe('the rollback alarms of an inference component', () => {
  const template = rollbackAlarms(COMPONENT, 'a1b2c3d4');

  test('have names with the version, so each version has new alarms', () => {
    const names = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => Properties.AlarmName,
    );
    expect(names).toEqual([
      'shared/classifier/latency/a1b2c3d4',
      'shared/classifier/serverErrors/a1b2c3d4',
      'shared/classifier/probe/a1b2c3d4',
    ]);
  });

  test('evaluate all copies, because SageMaker publishes no metrics of one version, and say so', () => {
    const dimensions = alarmMetrics(template).map((metric) => metric.dimensions);
    expect(dimensions.flat()).not.toContain('EndpointConfigName');
    template.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp(
        'An update of the inference component, whose old and new copies this alarm evaluates, rolls back when it fires\\.$',
      ),
    });
  });
});
