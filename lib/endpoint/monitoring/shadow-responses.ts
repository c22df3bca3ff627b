import { Token } from 'aws-cdk-lib';
import { Endpoint } from '../endpoint';
import { isFullMonitoring } from './options';

/** Whether the responses of a shadow variant are compared with those of the production variant: if both are captured. */
export function comparesShadowResponses({
  shadowVariants,
  dataCapture,
  monitoring,
}: Pick<Endpoint, 'dataCapture' | 'monitoring'> & { readonly shadowVariants: unknown[] }): boolean {
  if (shadowVariants.length === 0 || !dataCapture || !isFullMonitoring(monitoring)) return false;
  const { samplingPercentage, output = true } = dataCapture;
  return output && (Token.isUnresolved(samplingPercentage) || samplingPercentage > 0);
}
