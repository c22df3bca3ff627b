import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Role } from 'aws-cdk-lib/aws-iam';
import { serviceTrust, trustForAccount } from '../../lib/platform/service-trust';
import { jobIn } from '../recommender/fixtures';

interface Trust {
  readonly Principal: { readonly Service: string };
  readonly Condition?: object;
}

const trusted = (template: Template): Trust[] =>
  Object.values(template.findResources('AWS::IAM::Role')).map(
    ({ Properties }) => Properties.AssumeRolePolicyDocument.Statement[0] as Trust,
  );

test('a service may assume a role for resources of the account and the Region of the stack', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '123456789012', region: 'cn-north-1' } });
  new Role(stack, 'Role', { assumedBy: trustForAccount(stack, 'sagemaker') });
  const [{ Principal, Condition }] = trusted(Template.fromStack(stack));
  expect(Principal).toEqual({ Service: 'sagemaker.amazonaws.com' });
  const parts = ['arn:', { Ref: 'AWS::Partition' }, ':sagemaker:cn-north-1:123456789012:*'];
  expect(Condition).toEqual({ ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', parts] } } });
});

test('in a stack that any account can deploy, the account and the Region are known when it is deployed', () => {
  const stack = new Stack(new App(), 'Stack');
  new Role(stack, 'Role', { assumedBy: trustForAccount(stack, 'states') });
  const [{ Condition }] = trusted(Template.fromStack(stack));
  expect(JSON.stringify(Condition)).toContain('{"Ref":"AWS::Region"},":",{"Ref":"AWS::AccountId"},":*"');
});

test('a service that does not name its source has no condition', () => {
  const stack = new Stack(new App(), 'Stack');
  new Role(stack, 'Role', { assumedBy: serviceTrust('lambda') });
  expect(trusted(Template.fromStack(stack))[0]).not.toHaveProperty('Condition');
});

test('the schedule of a benchmark trusts the rules of its account alone', () => {
  const stack = new Stack(new App(), 'Stack');
  jobIn(stack, { schedule: Schedule.rate(Duration.days(7)) });
  const events = trusted(Template.fromStack(stack)).filter(
    ({ Principal }) => Principal.Service === 'events.amazonaws.com',
  );
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events[0].Condition)).toContain(':events:');
});
