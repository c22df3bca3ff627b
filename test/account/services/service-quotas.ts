import { allInstanceFacts } from '../../../lib/platform/instance-facts';
import { ApiModel } from '../api-model/api-model';
import { Behaviour } from '../behaviour';
import { Call, Service } from '../call';
import { World } from '../world';

export const QUOTA_BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'servicequotas.lists-have-pages',
    does: 'ListServiceQuotas has a NextToken while there are more quotas, and names each with its code, its ARN and the value that is applied.',
    evidence: 'API model',
    source: 'ListServiceQuotasResponse$NextToken, ServiceQuota',
  },
];

/** More than any test needs, since values are numbers. */
const MANY = 1_000_000;

/** Service Quotas: what SageMaker allows of each instance type for endpoints. */
export class ServiceQuotasService implements Service {
  public readonly name = 'servicequotas';
  private readonly model = new ApiModel('servicequotas', 'IllegalArgumentException');

  constructor(
    private readonly world: World,
    private readonly instanceLimit: (instanceType: string) => number,
  ) {}

  public async handle({ operation, input }: Call): Promise<object> {
    this.model.validate(operation, input);
    const { MaxResults = 20, NextToken = '0' } = input as { MaxResults?: number; NextToken?: string };
    const types = allInstanceFacts().map(({ name }) => name);
    const end = Number(NextToken) + MaxResults;
    const isDefault = operation === 'ListAWSDefaultServiceQuotas';
    return {
      Quotas: types.slice(Number(NextToken), end).map((type) => this.quota(type, isDefault)),
      NextToken: end < types.length ? String(end) : undefined,
    };
  }

  private quota(type: string, isDefault: boolean): object {
    const { region, accountId } = this.world;
    const QuotaCode = `L-${type.replace(/\W/g, '').toUpperCase()}`;
    return {
      ServiceCode: 'sagemaker',
      QuotaName: `${type} for endpoint usage`,
      QuotaCode,
      QuotaArn: `arn:aws:servicequotas:${region}:${isDefault ? '' : accountId}:sagemaker/${QuotaCode}`,
      Value: isDefault ? 0 : Math.min(this.instanceLimit(type), MANY),
    };
  }
}
