import { arn } from '../../arn';
import { PhysicalResource, Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';

function functionArn({ account, physicalId }: ResourceRequest): string {
  return arn(account, 'lambda', `function:${physicalId}`);
}

function physicalResource(request: ResourceRequest): PhysicalResource {
  return { physicalId: request.physicalId, attributes: { Arn: functionArn(request) } };
}

const lambdaFunction: Provider = {
  nameProperty: 'FunctionName',
  async create(request) {
    const { properties, physicalId } = request;
    await sendAsDeployer(request, 'lambda', 'CreateFunction', { ...properties, FunctionName: physicalId });
    return physicalResource(request);
  },
  async update(request) {
    const { properties, physicalId } = request;
    await sendAsDeployer(request, 'lambda', 'UpdateFunctionConfiguration', { ...properties, FunctionName: physicalId });
    return physicalResource(request);
  },
  async delete(request) {
    await sendDelete(request, 'lambda', 'DeleteFunction', { FunctionName: request.physicalId });
  },
};

const permission: Provider = {
  async create(request) {
    const { physicalId, properties } = request;
    await sendAsDeployer(request, 'lambda', 'AddPermission', { ...properties, StatementId: physicalId });
    return { physicalId, attributes: { Id: physicalId } };
  },
  // A change of any property replaces the permission.
  update: async ({ physicalId }) => ({ physicalId }),
  async delete(request) {
    const { FunctionName } = request.properties;
    await sendDelete(request, 'lambda', 'RemovePermission', { FunctionName, StatementId: request.physicalId });
  },
};

export const LAMBDA: Record<string, Provider> = {
  'AWS::Lambda::Function': lambdaFunction,
  'AWS::Lambda::Permission': permission,
};
