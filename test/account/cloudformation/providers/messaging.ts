import { arn } from '../../arn';
import { Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';
import { putProvider } from './put-provider';

const rule: Provider = {
  nameProperty: 'Name',
  async create(request) {
    const { physicalId, account } = request;
    await sendAsDeployer(request, 'events', 'PutRule', ruleInput(request));
    await putTargets(request);
    return { physicalId, attributes: { Arn: arn(account, 'events', `rule/${physicalId}`), RuleName: physicalId } };
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

async function putTargets(request: ResourceRequest): Promise<void> {
  await sendAsDeployer(request, 'events', 'PutTargets', { Rule: request.physicalId, Targets: targetsOf(request) });
}

function targetsOf({ properties }: ResourceRequest): { Id: string }[] {
  return (properties.Targets ?? []) as { Id: string }[];
}

function ruleInput({ physicalId, properties }: ResourceRequest): Record<string, unknown> {
  const { Targets: _targets, EventPattern, ...rest } = properties;
  return {
    ...rest,
    ...(EventPattern !== undefined && { EventPattern: JSON.stringify(EventPattern) }),
    Name: physicalId,
  };
}

const topicArn = ({ account, physicalId }: ResourceRequest): string =>
  physicalId.startsWith('arn:') ? physicalId : arn(account, 'sns', physicalId);

export const MESSAGING: Record<string, Provider> = {
  'AWS::Events::Rule': rule,
  'AWS::SNS::Topic': putProvider({
    service: 'sns',
    nameProperty: 'TopicName',
    put: 'CreateTopic',
    remove: 'DeleteTopic',
    key: (_, request) => ({ TopicArn: topicArn(request) }),
    physicalResource: (request) => ({
      physicalId: topicArn(request),
      attributes: { TopicArn: topicArn(request), TopicName: topicArn(request).split(':').at(-1) },
    }),
  }),
  'AWS::SNS::TopicPolicy': putProvider({
    service: 'sns',
    put: 'SetTopicAttributes',
    remove: 'RemoveTopicPolicy',
    key: (Id) => ({ Id }),
  }),
  'AWS::SSM::Parameter': putProvider({
    service: 'ssm',
    nameProperty: 'Name',
    put: 'PutParameter',
    remove: 'DeleteParameter',
    key: (Name) => ({ Name }),
  }),
};
