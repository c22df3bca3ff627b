import { DataCaptureOptions } from '../capture/options';
import { Endpoint } from '../endpoint';
import { isFullMonitoring } from './options';

/** An endpoint whose responses can be compared. */
export type ComparedEndpoint = Pick<Endpoint, 'dataCapture' | 'monitoring'> & { readonly shadowVariants: unknown[] };

/** Whether the responses of a shadow variant are compared with those of the production variant. */
export function comparesShadowResponses({ shadowVariants, dataCapture, monitoring }: ComparedEndpoint): boolean {
  return (
    shadowVariants.length > 0 &&
    capturesResponses(dataCapture) &&
    isFullMonitoring(monitoring) &&
    monitoring.shadowResponses?.enabled !== false
  );
}

/** Whether data capture stores responses. */
export function capturesResponses(dataCapture?: DataCaptureOptions): boolean {
  return dataCapture !== undefined && dataCapture.output !== false && dataCapture.samplingPercentage !== 0;
}
