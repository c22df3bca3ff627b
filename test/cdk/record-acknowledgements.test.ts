import { App, Aspects, CfnResource, IAspect, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { recordAcknowledgements } from '../../lib/cdk/record-acknowledgements';

/** A rule pack of cdk-nag 2: an aspect with a name, which reads suppressions from the metadata of resources. */
class CdkNag2Pack implements IAspect {
  public readonly readPackName = 'AwsSolutions';
  public readonly readMetadata = new Map<string, unknown>();

  public visit(node: Construct): void {
    if (CfnResource.isCfnResource(node)) this.readMetadata.set(node.node.path, node.getMetadata('cdk_nag'));
  }
}

/** A stack with a resource below an acknowledged construct, and a resource outside of this construct. */
function stackWith(...aspects: IAspect[]): Stack {
  const app = new App();
  aspects.forEach((aspect) => Aspects.of(app).add(aspect));
  const stack = new Stack(app, 'Stack');
  const acknowledgedConstruct = new Construct(stack, 'Ours');
  recordAcknowledgements(acknowledgedConstruct, { 'AwsSolutions-SF2': 'The log contains every step' });
  recordAcknowledgements(acknowledgedConstruct, {
    'AwsSolutions-IAM5[Resource::arn:<Table.Arn>[1]/*]': 'The names are hashes',
  });
  new CfnResource(acknowledgedConstruct, 'Resource', { type: 'AWS::SNS::Topic' });
  new CfnResource(stack, 'Outside', { type: 'AWS::SNS::Topic' });
  return stack;
}

const metadataOf = (stack: Stack): unknown[] =>
  Object.values(Template.fromStack(stack).toJSON().Resources as Record<string, { Metadata?: unknown }>).map(
    ({ Metadata }) => Metadata,
  );

test('with cdk-nag 2, a resource has suppressions, in which the finding is separate from the rule', () => {
  const pack = new CdkNag2Pack();
  const stack = stackWith(pack);
  const rules_to_suppress = [
    { id: 'AwsSolutions-SF2', reason: 'The log contains every step' },
    { id: 'AwsSolutions-IAM5', reason: 'The names are hashes', applies_to: ['Resource::arn:<Table.Arn>[1]/*'] },
  ];
  expect(metadataOf(stack)).toEqual([{ cdk_nag: { rules_to_suppress } }, undefined]);
  expect(pack.readMetadata.get('Stack/Ours/Resource')).toEqual({ rules_to_suppress });
});

test('without cdk-nag 2, resources have no metadata', () => {
  expect(metadataOf(stackWith({ visit: () => undefined }))).toEqual([undefined, undefined]);
});
