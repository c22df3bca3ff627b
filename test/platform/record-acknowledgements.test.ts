import { App, Aspects, CfnResource, IAspect, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { recordAcknowledgements } from '../../lib/platform/record-acknowledgements';

/** What cdk-nag 2 has of a rule pack: an aspect with a name, which reads suppressions from the metadata of resources. */
class CdkNag2Pack implements IAspect {
  public readonly readPackName = 'AwsSolutions';
  public readonly read = new Map<string, unknown>();

  public visit(node: Construct): void {
    if (CfnResource.isCfnResource(node)) this.read.set(node.node.path, node.getMetadata('cdk_nag'));
  }
}

/** A resource below an acknowledged construct, and another beside it. */
function stackWith(...aspects: IAspect[]): Stack {
  const app = new App();
  aspects.forEach((aspect) => Aspects.of(app).add(aspect));
  const stack = new Stack(app, 'Stack');
  const ours = new Construct(stack, 'Ours');
  recordAcknowledgements(ours, { 'AwsSolutions-SF2': 'The log contains every step' });
  recordAcknowledgements(ours, { 'AwsSolutions-IAM5[Resource::arn:<Table.Arn>[1]/*]': 'The names are hashes' });
  new CfnResource(ours, 'Resource', { type: 'AWS::SNS::Topic' });
  new CfnResource(stack, 'Beside', { type: 'AWS::SNS::Topic' });
  return stack;
}

const metadataOf = (stack: Stack): unknown[] =>
  Object.values(Template.fromStack(stack).toJSON().Resources as Record<string, { Metadata?: unknown }>).map(
    ({ Metadata }) => Metadata,
  );

test('a pack of cdk-nag 2 finds the reasons as suppressions, the finding apart from the rule', () => {
  const pack = new CdkNag2Pack();
  const stack = stackWith(pack);
  const rules_to_suppress = [
    { id: 'AwsSolutions-SF2', reason: 'The log contains every step' },
    { id: 'AwsSolutions-IAM5', reason: 'The names are hashes', applies_to: ['Resource::arn:<Table.Arn>[1]/*'] },
  ];
  expect(metadataOf(stack)).toEqual([{ cdk_nag: { rules_to_suppress } }, undefined]);
  expect(pack.read.get('Stack/Ours/Resource')).toEqual({ rules_to_suppress });
});

test('without a pack of cdk-nag 2 the template has none of it', () => {
  expect(metadataOf(stackWith({ visit: () => undefined }))).toEqual([undefined, undefined]);
});
