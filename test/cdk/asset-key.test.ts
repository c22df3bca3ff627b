import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';

interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, unknown>>;
}

test('the publisher and the tests can decrypt assets, only through S3 and only in the asset bucket', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
  const template = Template.fromStack(stack);
  const resources = ['AWS::IAM::Role', 'AWS::IAM::Policy'].flatMap((type) =>
    Object.entries(template.findResources(type)),
  );
  const decrypting = resources.flatMap(([id, { Properties }]) =>
    ((Properties.Policies ?? [Properties]) as { PolicyDocument?: { Statement: Statement[] } }[])
      .flatMap(({ PolicyDocument }) => PolicyDocument?.Statement ?? [])
      .filter(({ Action }) => Action === 'kms:Decrypt')
      .map(({ Condition }) => ({ id, Condition })),
  );
  expect(decrypting.map(({ id }) => id.replace(/(Role|Policy).*/, '')).sort()).toEqual([
    'TritonModelPublisher',
    'TritonTests',
  ]);
  for (const { Condition } of decrypting) {
    const bucket = 'cdk-hnb659fds-assets-111122223333-eu-west-1';
    expect(JSON.stringify(Condition?.StringEquals)).toContain('s3.eu-west-1.');
    expect(JSON.stringify(Condition?.StringLike)).toContain(`:s3:::${bucket}/*`);
  }
});
