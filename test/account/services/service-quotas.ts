import { allInstanceFacts } from '../../../lib/facts/instance-facts';
import { ApiModel } from '../api-model/api-model';
import { Behavior } from '../behavior';
import { Call, Service } from '../call';
import { Account } from '../account';

export const QUOTA_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'servicequotas.lists-are-paginated',
    description:
      'ListServiceQuotas returns a NextToken while there are more quotas, and each quota with its code, its ARN and its applied value.',
    evidence: 'API model',
    source: 'ListServiceQuotasResponse$NextToken, ServiceQuota',
  },
];

/** Replaces infinite quotas, which JSON cannot represent. */
const UNLIMITED = 1_000_000;

/** The simulated Service Quotas. It lists only the quotas of SageMaker for instances of endpoints. */
export class ServiceQuotasService implements Service {
  public readonly name = 'servicequotas';
  private readonly model = new ApiModel('servicequotas', 'IllegalArgumentException');

  constructor(
    private readonly account: Account,
    private readonly instanceLimit: (instanceType: string) => number,
  ) {}

  public async handle({ operation, input }: Call): Promise<object> {
    this.model.validate(operation, input);
    const { MaxResults = 20, NextToken = '0' } = input as { MaxResults?: number; NextToken?: string };
    const types = allInstanceFacts().map(({ name }) => name);
    const end = Number(NextToken) + MaxResults;
    const isDefault = operation === 'ListAWSDefaultServiceQuotas';
    return {
      Quotas: types.slice(Number(NextToken), end).map((type) => this.describeQuota(type, isDefault)),
      NextToken: end < types.length ? String(end) : undefined,
    };
  }

  private describeQuota(type: string, isDefault: boolean): object {
    const { region, accountId } = this.account;
    const QuotaCode = `L-${type.replace(/\W/g, '').toUpperCase()}`;
    return {
      ServiceCode: 'sagemaker',
      QuotaName: `${type} for endpoint usage`,
      QuotaCode,
      QuotaArn: `arn:aws:servicequotas:${region}:${isDefault ? '' : accountId}:sagemaker/${QuotaCode}`,
      Value: isDefault ? 0 : Math.min(this.instanceLimit(type), UNLIMITED),
    };
  }
}
