import { arn } from '../../arn';
import { Provider, Request, send, sendDelete } from '../provider';
import { upserted } from './upserted';

const rule: Provider = {
  nameProperty: 'Name',
  async create(request) {
    const { physicalId, world } = request;
    await send(request, 'events', 'PutRule', { ...withoutTargets(request), Name: physicalId });
    await putTargets(request);
    return { physicalId, attributes: { Arn: arn(world, 'events', `rule/${physicalId}`), RuleName: physicalId } };
  },
  async update(request) {
    return rule.create(request);
  },
  async delete(request) {
    const Ids = targetsOf(request).map(({ Id }) => Id);
    await sendDelete(request, 'events', 'RemoveTargets', { Rule: request.physicalId, Ids });
    await sendDelete(request, 'events', 'DeleteRule', { Name: request.physicalId });
  },
};

async function putTargets(request: Request): Promise<void> {
  await send(request, 'events', 'PutTargets', { Rule: request.physicalId, Targets: targetsOf(request) });
}

function targetsOf({ properties }: Request): { Id: string }[] {
  return (properties.Targets ?? []) as { Id: string }[];
}

function withoutTargets({ properties: { Targets: _targets, ...rest } }: Request): Record<string, unknown> {
  return rest;
}

const topicArn = ({ world, physicalId }: Request): string =>
  physicalId.startsWith('arn:') ? physicalId : arn(world, 'sns', physicalId);

export const MESSAGING: Record<string, Provider> = {
  'AWS::Events::Rule': rule,
  'AWS::SNS::Topic': upserted({
    service: 'sns',
    nameProperty: 'TopicName',
    put: 'CreateTopic',
    remove: 'DeleteTopic',
    key: (_, request) => ({ TopicArn: topicArn(request) }),
    made: (request) => ({
      physicalId: topicArn(request),
      attributes: { TopicArn: topicArn(request), TopicName: topicArn(request).split(':').at(-1) },
    }),
  }),
  'AWS::SNS::TopicPolicy': upserted({
    service: 'sns',
    put: 'SetTopicAttributes',
    remove: 'RemoveTopicPolicy',
    key: (Id) => ({ Id }),
  }),
  'AWS::SSM::Parameter': upserted({
    service: 'ssm',
    nameProperty: 'Name',
    put: 'PutParameter',
    remove: 'DeleteParameter',
    key: (Name) => ({ Name }),
  }),
};
