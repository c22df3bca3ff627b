import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Role } from 'aws-cdk-lib/aws-iam';
import { serviceTrust, trustForAccount } from '../../lib/cdk/service-trust';

interface Trust {
  readonly Principal: { readonly Service: string };
  readonly Condition?: object;
}

const trustsOf = (template: Template): Trust[] =>
  Object.values(template.findResources('AWS::IAM::Role')).map(
    ({ Properties }) => Properties.AssumeRolePolicyDocument.Statement[0] as Trust,
  );

test('a role trusts only resources in the account and Region of the stack', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '123456789012', region: 'cn-north-1' } });
  new Role(stack, 'Role', { assumedBy: trustForAccount(stack, 'sagemaker') });
  const [{ Principal, Condition }] = trustsOf(Template.fromStack(stack));
  expect(Principal).toEqual({ Service: 'sagemaker.amazonaws.com' });
  const parts = ['arn:', { Ref: 'AWS::Partition' }, ':sagemaker:cn-north-1:123456789012:*'];
  expect(Condition).toEqual({ ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', parts] } } });
});

test('in an environment-agnostic stack, the account and the Region of the trust are resolved at deployment', () => {
  const stack = new Stack(new App(), 'Stack');
  new Role(stack, 'Role', { assumedBy: trustForAccount(stack, 'states') });
  const [{ Condition }] = trustsOf(Template.fromStack(stack));
  expect(JSON.stringify(Condition)).toContain('{"Ref":"AWS::Region"},":",{"Ref":"AWS::AccountId"},":*"');
});

test('the trust has no condition for a service that is not documented to send aws:SourceArn', () => {
  const stack = new Stack(new App(), 'Stack');
  new Role(stack, 'Role', { assumedBy: serviceTrust('lambda') });
  expect(trustsOf(Template.fromStack(stack))[0]).not.toHaveProperty('Condition');
});
