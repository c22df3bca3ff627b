import { Finding, error } from '../../findings/finding';
import { checkCountRange } from '../../findings/ranges';
import { checkExpiration, checkPrefix } from '../buckets/check-payload-bucket';
import { DataCaptureOptions } from '../options/capture-options';

/** Checks the options of data capture (API model of SageMaker in botocore 1.44.5). */
export function checkCapture(options: DataCaptureOptions): Finding[] {
  const { samplingPercentage, input = true, output = true } = options;
  const field = 'dataCapture.samplingPercentage';
  return [
    ...checkCountRange(samplingPercentage, { ruleId: 'sm.capture', field, minimum: 0, maximum: 100 }),
    ...(input || output
      ? []
      : [
          error(
            'sm.capture-mode',
            'dataCapture',
            'got neither input nor output; allowed: one or both, or samplingPercentage: 0',
          ),
        ]),
    ...checkPrefix(options.prefix, { ruleId: 'sm.capture-prefix', field: 'dataCapture.prefix' }),
    ...checkExpiration(
      options.expiration,
      { ruleId: 'sm.capture-expiration', field: 'dataCapture.expiration' },
      options.bucket,
    ),
  ];
}
