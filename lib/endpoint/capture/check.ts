import { Token } from 'aws-cdk-lib';
import { Finding, error } from '../../findings/finding';
import { checkCountRange } from '../../findings/ranges';
import { checkExpiration, checkPrefix } from '../buckets/check-payload-bucket';
import { DataCaptureOptions } from '../options/capture-options';

/** The API's pattern for a content type. It allows no parameters after the type, and no `+`. */
const CONTENT_TYPE = /^[a-zA-Z0-9](-*[a-zA-Z0-9])*\/[a-zA-Z0-9](-*[a-zA-Z0-9.])*$/;
const MAX_CONTENT_TYPES = 10;

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
    ...checkContentType('jsonContentTypes', options.jsonContentTypes),
    ...checkContentType('csvContentTypes', options.csvContentTypes),
    ...checkExpiration(
      options.expiration,
      { ruleId: 'sm.capture-expiration', field: 'dataCapture.expiration' },
      options.bucket,
    ),
  ];
}

function checkContentType(property: string, types: string[] | undefined): Finding[] {
  if (types === undefined) return [];
  const field = `dataCapture.${property}`;
  const invalid = types.filter((type) => !Token.isUnresolved(type) && (!CONTENT_TYPE.test(type) || type.length > 256));
  return [
    ...(types.length <= MAX_CONTENT_TYPES
      ? []
      : [
          error(
            'sm.capture-content-type',
            field,
            `got ${types.length} content types; allowed: at most ${MAX_CONTENT_TYPES}`,
          ),
        ]),
    ...invalid.map((type) =>
      error(
        'sm.capture-content-type',
        field,
        `got '${type}'; allowed: type/subtype of letters, digits, inner hyphens and dots, without + and parameters; data of a content type that is not listed is captured in base64`,
      ),
    ),
  ];
}
