import { arn } from '../../arn';
import { Made, Provider, Request, send, sendDelete } from '../provider';

function functionArn({ world, physicalId }: Request): string {
  return arn(world, 'lambda', `function:${physicalId}`);
}

function made(request: Request): Made {
  return { physicalId: request.physicalId, attributes: { Arn: functionArn(request) } };
}

const lambdaFunction: Provider = {
  nameProperty: 'FunctionName',
  async create(request) {
    const { properties, physicalId } = request;
    await send(request, 'lambda', 'CreateFunction', { ...properties, FunctionName: physicalId });
    return made(request);
  },
  async update(request) {
    const { properties, physicalId } = request;
    await send(request, 'lambda', 'UpdateFunctionConfiguration', { ...properties, FunctionName: physicalId });
    return made(request);
  },
  async delete(request) {
    await sendDelete(request, 'lambda', 'DeleteFunction', { FunctionName: request.physicalId });
  },
};

const permission: Provider = {
  async create(request) {
    const { physicalId, properties } = request;
    await send(request, 'lambda', 'AddPermission', { ...properties, StatementId: physicalId });
    return { physicalId, attributes: { Id: physicalId } };
  },
  // Each of its properties replaces it.
  update: async ({ physicalId }) => ({ physicalId }),
  async delete(request) {
    const { FunctionName } = request.properties;
    await sendDelete(request, 'lambda', 'RemovePermission', { FunctionName, StatementId: request.physicalId });
  },
};

const eventInvokeConfig: Provider = {
  async create(request) {
    await send(request, 'lambda', 'PutFunctionEventInvokeConfig', request.properties);
    return { physicalId: request.physicalId };
  },
  update: async (request) => eventInvokeConfig.create(request),
  async delete(request) {
    const { FunctionName, Qualifier } = request.properties;
    await sendDelete(request, 'lambda', 'DeleteFunctionEventInvokeConfig', { FunctionName, Qualifier });
  },
};

export const LAMBDA: Record<string, Provider> = {
  'AWS::Lambda::EventInvokeConfig': eventInvokeConfig,
  'AWS::Lambda::Function': lambdaFunction,
  'AWS::Lambda::Permission': permission,
};
