import { Expression, flag, number, struct, text } from '../code/expression';
import { Fields } from '../fields';
import { Context, parseS3Uri } from './context';

/** Maps `DataCaptureConfig`. Undefined if nothing is captured. */
export function mapCapture(config: Fields, endpoint: Fields, context: Context): Expression | undefined {
  const capture = config.object('DataCaptureConfig');
  const current = endpoint.object('DataCaptureConfig');
  current?.ignore('EnableCapture', 'CaptureStatus', 'DestinationS3Uri', 'KmsKeyId');
  if (!capture) return undefined;
  const percentage = capture.number('InitialSamplingPercentage');
  if (current && current.number('CurrentSamplingPercentage') !== percentage) {
    current.list(
      'CurrentSamplingPercentage',
      `the endpoint configuration has ${percentage}, which the app contains`,
      'change `dataCapture.samplingPercentage` if the current value is the intended one',
    );
  }
  if (capture.flag('EnableCapture') === false) {
    capture.ignore('DestinationS3Uri', 'KmsKeyId', 'CaptureOptions', 'CaptureContentTypeHeader');
    return undefined;
  }
  const types = capture.object('CaptureContentTypeHeader');
  types?.expect('JsonContentTypes', ['application/json']); // the library captures this type as text, and no other
  const location = parseS3Uri(capture.requiredText('DestinationS3Uri'));
  if (!location) return capture.fail('DestinationS3Uri', 'an S3 URI');
  const key = capture.text('KmsKeyId');
  const modes = capture
    .objects('CaptureOptions')
    .map((each) => each.choice('CaptureMode', ['Input', 'Output', 'InputAndOutput']));
  return struct('DataCaptureOptions', {
    samplingPercentage: number(percentage ?? 0),
    input: modes.some((mode) => mode !== 'Output') ? undefined : flag(false),
    output: modes.some((mode) => mode !== 'Input') ? undefined : flag(false),
    bucket: context.bucket(location.bucket, 'CaptureBucket'),
    prefix: prefixOf(location.key, 'data-capture', () =>
      capture.list(
        'DestinationS3Uri',
        'the library writes under a prefix of the bucket',
        'captured data is under the prefix data-capture',
      ),
    ),
    encryptionKey: key === undefined ? undefined : context.key(key),
  });
}

/**
 * A prefix as a property. Undefined if it is the default of the library.
 *
 * @param onEmpty called if there is no prefix, which the library does not support
 */
export function prefixOf(key: string, libraryDefault: string, onEmpty: () => void): Expression | undefined {
  const prefix = key.replace(/^\/+/, '').replace(/\/$/, '');
  if (prefix === '') onEmpty();
  return prefix === '' || prefix === libraryDefault ? undefined : text(prefix);
}
