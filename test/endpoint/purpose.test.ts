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
const PAGE = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'monitoring.md'), 'utf8');

function synthesized(props: Partial<TritonRealtimeEndpointProps> = {}) {
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
])('the page says how many resources an endpoint in %s has', (name, props) => {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${name} | `));
  expect(row).toBe(`| ${name} | ${synthesized(props).types.length} |`);
});

test('each is off in one property', () => {
  const watched = synthesized({ monitoring: { enabled: false } });
  expect(watched.types).not.toContain(ALARM);
  expect(watched.types).not.toContain('AWS::CloudWatch::Dashboard');
  expect(watched.types).not.toContain('AWS::Logs::MetricFilter');
  expect(watched.types).toContain('AWS::Logs::LogGroup');
  expect(watched.endpoint.alarms.all).toEqual([]);
  expect(synthesized({ smokeTest: { enabled: false } }).endpoint.variants[0].smokeTest).toBeUndefined();
  expect(synthesized({ probe: { enabled: false } }).endpoint.variants[0].probe).toBeUndefined();
});

test('in development all are off, and synthesis says so', () => {
  const { endpoint, infos, types } = synthesized({ purpose: DEVELOPMENT });
  expect(types).not.toContain(ALARM);
  expect(types).not.toContain('AWS::ApplicationAutoScaling::ScalableTarget');
  expect(endpoint.variants[0]).toMatchObject({ probe: undefined, smokeTest: undefined });
  expect(infos).toEqual([
    expect.stringMatching(
      /^purpose: a development endpoint without alarms, .*; dashboard; probe; smoke test, .*; scaling\. /,
    ),
  ]);
});

test('in production nothing is said, and it is the default', () => {
  expect(synthesized().infos).toEqual([]);
  expect(synthesized({ purpose: PRODUCTION }).types).toEqual(synthesized().types);
});

test('what is said of a part wins over the purpose', () => {
  const { endpoint, infos, types } = synthesized({
    purpose: DEVELOPMENT,
    monitoring: { enabled: true },
    smokeTest: { enabled: true, measuredRequests: 0 },
    scaling: Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 1 }),
  });
  expect(types).toContain(ALARM);
  expect(endpoint.variants[0].smokeTest).toBeDefined();
  expect(infos).toEqual([expect.stringMatching(/without probe\. /)]);
});

test('a multi-model endpoint has the same switches', () => {
  const stack = new Stack();
  new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()], purpose: DEVELOPMENT });
  Template.fromStack(stack).resourceCountIs(ALARM, 0);
  Template.fromStack(stack).resourceCountIs('AWS::ApplicationAutoScaling::ScalableTarget', 0);
});
