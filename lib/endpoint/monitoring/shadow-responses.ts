import { DataCaptureOptions } from '../capture/options';
import { Endpoint } from '../endpoint';
import { isFullMonitoring } from './options';

/** Whether the responses of the shadow variant are compared with those of the production variant. */
export function comparesShadowResponses({
  shadowVariants,
  dataCapture,
  monitoring,
}: Pick<Endpoint, 'shadowVariants' | 'dataCapture' | 'monitoring'>): boolean {
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
