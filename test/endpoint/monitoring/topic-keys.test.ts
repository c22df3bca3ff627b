import { App, Aspects, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Alias, IKey, Key } from 'aws-cdk-lib/aws-kms';
import { CfnTopic, ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { AlarmKind, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier } from '../fixtures';

const KEY_ARN = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const env = { account: '111122223333', region: 'eu-central-1' };
const STATEMENT = {
  Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
  Effect: 'Allow',
  Principal: { Service: 'cloudwatch.amazonaws.com' },
  Resource: '*',
};

const stackIn = (app: App, id = 'Stack') => new Stack(app, id, { env });
const encryptedTopic = (stack: Stack, masterKey: IKey): Topic => new Topic(stack, 'Topic', { masterKey });

/** Creates an endpoint whose alarms notify a topic. */
function notify(stack: Stack, topic: ITopic, props?: Partial<TritonRealtimeEndpointProps>): TritonRealtimeEndpoint {
  const monitoring = { alarmActions: [new SnsAction(topic)] };
  return new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), monitoring, ...props });
}

/** The statements of the key policy that allow CloudWatch to use the key. */
function cloudWatchStatements(stack: Stack): unknown[] {
  const [key] = Object.values(Template.fromStack(stack).findResources('AWS::KMS::Key'));
  return (key.Properties.KeyPolicy.Statement as { Principal: unknown }[]).filter((statement) =>
    JSON.stringify(statement.Principal).includes('cloudwatch'),
  );
}

const warningsOf = (stack: Stack): unknown[] =>
  Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('cw\\.topic-key'))
    .map(({ id, entry }) => `${id}: ${String(entry.data)}`);

describe('the key of an encrypted topic', () => {
  const CASES: Record<string, (stack: Stack) => unknown> = {
    'that all alarms notify': (stack) => notify(stack, encryptedTopic(stack, new Key(stack, 'Key'))),
    'that one alarm notifies': (stack) => {
      const topic = encryptedTopic(stack, new Key(stack, 'Key'));
      notify(stack, topic, { monitoring: { alarms: { clientErrors: { actions: [new SnsAction(topic)] } } } });
    },
    'that the alarm on tests that do not run notifies': (stack) => {
      const topic = encryptedTopic(stack, new Key(stack, 'Key'));
      const alarms = Object.fromEntries(Object.values(AlarmKind).map((kind) => [kind, { enabled: false }]));
      notify(stack, topic, { monitoring: { alarms, alarmActions: [new SnsAction(topic)] } });
    },
    'that the app adds to an alarm of the endpoint': (stack) => {
      const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
      const topic = encryptedTopic(stack, new Key(stack, 'Key'));
      endpoint.alarms[0].all[0].addAlarmAction(new SnsAction(topic));
    },
    'with an alias': (stack) => {
      const alias = new Alias(stack, 'Alias', { aliasName: 'alias/topics', targetKey: new Key(stack, 'Key') });
      notify(stack, encryptedTopic(stack, alias));
    },
    'of CloudFormation': (stack) => {
      const topic = new CfnTopic(stack, 'Topic', { kmsMasterKeyId: new Key(stack, 'Key').keyArn });
      notify(stack, Topic.fromTopicArn(stack, 'Given', topic.ref));
    },
    'to which an aspect adds the key': (stack) => {
      const key = new Key(stack, 'Key');
      Aspects.of(stack).add({
        visit: (node) => {
          if (node instanceof CfnTopic) node.kmsMasterKeyId = key.keyArn;
        },
      });
      notify(stack, new Topic(stack, 'Topic'));
    },
  };

  test.each(Object.entries(CASES))('%s allows CloudWatch to use the key', (_, create) => {
    const stack = stackIn(new App());
    create(stack);
    expect(cloudWatchStatements(stack)).toEqual([STATEMENT]);
    expect(warningsOf(stack)).toEqual([]);
  });

  test('in a different stack allows CloudWatch to use the key', () => {
    const app = new App();
    const shared = stackIn(app, 'Shared');
    const topic = encryptedTopic(shared, new Key(shared, 'Key'));
    notify(stackIn(app), topic);
    expect(cloudWatchStatements(shared)).toEqual([STATEMENT]);
  });

  test('that is imported causes one warning with the required statement', () => {
    const stack = stackIn(new App());
    notify(stack, encryptedTopic(stack, Key.fromKeyArn(stack, 'Key', KEY_ARN)));
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/^\/Stack\/Topic: masterKey: got a key whose policy this app does not contain/),
    ]);
    expect(JSON.parse(/contains (\{.*\}) \(/.exec(String(warningsOf(stack)[0]))?.[1] ?? '')).toEqual(STATEMENT);
  });

  test.each<[string, (stack: Stack) => ITopic]>([
    ['a topic', (stack) => encryptedTopic(stack, Alias.fromAliasName(stack, 'Key', 'alias/aws/sns'))],
    [
      'a topic of CloudFormation',
      (stack) => {
        const topic = new CfnTopic(stack, 'Topic', { kmsMasterKeyId: 'alias/aws/sns' });
        return Topic.fromTopicArn(stack, 'Given', topic.attrTopicArn);
      },
    ],
  ])('that AWS manages causes one warning for %s', (_, createTopic) => {
    const stack = stackIn(new App());
    notify(stack, createTopic(stack));
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/^\/Stack\/Topic: .*got alias\/aws\/sns.*cannot publish to Stack\/Topic; /),
    ]);
  });
});

test('topics without a key, and imported topics, cause no warning', () => {
  const stack = stackIn(new App());
  notify(stack, new Topic(stack, 'Topic'), {
    monitoring: {
      alarmActions: [
        new SnsAction(new Topic(stack, 'Other')),
        new SnsAction(Topic.fromTopicArn(stack, 'Given', 'arn:aws:sns:eu-central-1:111122223333:alarms')),
      ],
    },
  });
  expect(warningsOf(stack)).toEqual([]);
});
