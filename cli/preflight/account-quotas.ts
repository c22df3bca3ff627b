import {
  paginateListAWSDefaultServiceQuotas,
  paginateListServiceQuotas,
  ServiceQuotasClient,
  ServiceQuotasClientConfig,
} from '@aws-sdk/client-service-quotas';
import { Quota } from '../../lib/contracts/quotas';

/**
 * Reads quotas of SageMaker by their names. The function lists all quotas, since it cannot request one by its code: the codes are not
 * documented. A quota without an applied value is only in the list of default quotas (API reference, ListServiceQuotas).
 */
export async function readQuotas(names: string[], config: ServiceQuotasClientConfig): Promise<Map<string, Quota>> {
  const client = new ServiceQuotasClient(config);
  const quotas = new Map<string, Quota>();
  const isComplete = (): boolean => names.every((name) => quotas.has(name));
  for (const paginate of [paginateListServiceQuotas, paginateListAWSDefaultServiceQuotas]) {
    if (isComplete()) break;
    for await (const { Quotas = [] } of paginate({ client, pageSize: 100 }, { ServiceCode: 'sagemaker' })) {
      for (const { QuotaName: name = '', QuotaCode: code = '', QuotaArn: arn = '', Value: value } of Quotas) {
        if (names.includes(name) && !quotas.has(name)) quotas.set(name, { code, arn, value });
      }
      if (isComplete()) break;
    }
  }
  return quotas;
}
