import {
  paginateListAWSDefaultServiceQuotas,
  paginateListServiceQuotas,
  ServiceQuotasClient,
  ServiceQuotasClientConfig,
} from '@aws-sdk/client-service-quotas';
import { Quota } from '../../lib/endpoint/preflight/quotas';

/**
 * Quotas of SageMaker by their names: their codes differ, and only lists have both. A quota whose applied value Service Quotas does not
 * know is only in the list of defaults (API reference, ListServiceQuotas).
 */
export async function readQuotas(names: string[], config: ServiceQuotasClientConfig): Promise<Map<string, Quota>> {
  const client = new ServiceQuotasClient(config);
  const found = new Map<string, Quota>();
  const isComplete = (): boolean => names.every((name) => found.has(name));
  for (const list of [paginateListServiceQuotas, paginateListAWSDefaultServiceQuotas]) {
    if (isComplete()) break;
    for await (const { Quotas = [] } of list({ client, pageSize: 100 }, { ServiceCode: 'sagemaker' })) {
      for (const { QuotaName: name = '', QuotaCode: code = '', QuotaArn: arn = '', Value: value } of Quotas) {
        if (names.includes(name) && !found.has(name)) found.set(name, { code, arn, value });
      }
      if (isComplete()) break;
    }
  }
  return found;
}
