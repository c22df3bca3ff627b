import * as fs from 'fs';
import * as path from 'path';
import { Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import {
  EndpointPurpose,
  Scaling,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../lib';
import { classifier } from './fixtures';

const { DEVELOPMENT, PRODUCTION } = EndpointPurpose;
const MONITORING_PAGE = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'monitoring.md'), 'utf8');

function synthesize(props: Partial<TritonRealtimeEndpointProps> = {}) {
  const stack = new Stack();
  const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props });
  const infos = Annotations.fromStack(stack).findInfo('*', Match.anyValue());
  const resources = Object.values(Template.fromStack(stack).toJSON().Resources as Record<string, { Type: string }>);
  return { endpoint, infos: infos.map(({ entry }) => String(entry.data)), types: resources.map(({ Type }) => Type) };
}

const ALARM = 'AWS::CloudWatch::Alarm';

test.each([
  ['production', {}],
  ['production, `monitoring: { enabled: false }`', { monitoring: { enabled: false } }],
  ['production, `probe: { enabled: false }`', { probe: { enabled: false } }],
  ['production, `smokeTest: { enabled: false }`', { smokeTest: { enabled: false } }],
  ['development', { purpose: DEVELOPMENT }],
])('docs/monitoring.md lists the number of resources of an endpoint in %s', (name, props) => {
  const row = MONITORING_PAGE.split('\n').find((line) => line.startsWith(`| ${name} | `));
  expect(row).toBe(`| ${name} | ${synthesize(props).types.length} |`);
});

test('each feature can be turned off with one property', () => {
  const unmonitored = synthesize({ monitoring: { enabled: false } });
  expect(unmonitored.types).not.toContain(ALARM);
  expect(unmonitored.types).not.toContain('AWS::CloudWatch::Dashboard');
  expect(unmonitored.types).not.toContain('AWS::Logs::MetricFilter');
  expect(unmonitored.types).toContain('AWS::Logs::LogGroup');
  expect(unmonitored.endpoint.alarms.flatMap(({ all }) => all)).toEqual([]);
  expect(synthesize({ smokeTest: { enabled: false } }).endpoint.variants[0].smokeTest).toBeUndefined();
  expect(synthesize({ probe: { enabled: false } }).endpoint.variants[0].probe).toBeUndefined();
});

test('a development endpoint has no alarms, scaling, probe or smoke test, and synthesis reports what is missing', () => {
  const { endpoint, infos, types } = synthesize({ purpose: DEVELOPMENT });
  expect(types).not.toContain(ALARM);
  expect(types).not.toContain('AWS::ApplicationAutoScaling::ScalableTarget');
  expect(endpoint.variants[0]).toMatchObject({ probe: undefined, smokeTest: undefined });
  expect(infos).toEqual([
    expect.stringMatching(
      /^purpose: a development endpoint without alarms, .*; dashboard; probe; smoke test, .*; scaling\. /,
    ),
  ]);
});

test('production is the default, and synthesis reports nothing', () => {
  expect(synthesize().infos).toEqual([]);
  expect(synthesize({ purpose: PRODUCTION }).types).toEqual(synthesize().types);
});

test('a development endpoint has a feature if the options enable the feature', () => {
  const { endpoint, infos, types } = synthesize({
    purpose: DEVELOPMENT,
    monitoring: { enabled: true },
    smokeTest: { enabled: true },
    scaling: Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 1 }),
  });
  expect(types).toContain(ALARM);
  expect(endpoint.variants[0].smokeTest).toBeDefined();
  expect(infos).toEqual([expect.stringMatching(/without probe\. /)]);
});

test('a multi-model endpoint for development has no alarms and does not scale', () => {
  const stack = new Stack();
  new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()], purpose: DEVELOPMENT });
  Template.fromStack(stack).resourceCountIs(ALARM, 0);
  Template.fromStack(stack).resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
});
