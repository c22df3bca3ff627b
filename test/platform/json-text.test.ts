import { App, CfnParameter, CfnResource, Lazy, Stack, Token } from 'aws-cdk-lib';
import { jsonText } from '../../lib/platform/json-text';

const stack = new Stack(new App(), 'Stack');
const resource = new CfnResource(stack, 'Alarm', { type: 'AWS::CloudWatch::Alarm' });
const parameter = new CfnParameter(stack, 'Seconds', { type: 'Number' });

test.each<[string, object]>([
  ['no token', { names: ['a "quoted" one', 'ü'], count: 2, missing: undefined, inside: { flag: true, none: null } }],
  ['references', { name: resource.ref, arn: `prefix-${resource.getAtt('Arn').toString()}/${stack.region}` }],
  ['a number', { seconds: parameter.valueAsNumber, name: resource.ref }],
  ['a list', { names: Token.asList(resource.getAtt('Names')) }],
  ['an object', { config: resource.getAtt('Config') }],
  ['a text that may have quotes', { name: Lazy.string({ produce: () => 'a "quoted" one' }) }],
])('with %s, the JSON is what aws-cdk-lib makes of it', (_, value) => {
  expect(stack.resolve(jsonText(stack, value))).toEqual(stack.resolve(stack.toJsonString(value)));
});

test('a value with references and plain values alone is a text with references', () => {
  expect(jsonText(stack, { name: resource.ref, count: 2 })).toBe(`{"name":"${resource.ref}","count":2}`);
});
