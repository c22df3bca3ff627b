import { number, Properties } from '../code/expression';
import { Fields } from '../fields';
import { prefixOf } from './capture';
import { Context, parseS3Uri } from './context';

/** Maps `AsyncInferenceConfig` to the properties of `TritonAsyncEndpoint`. */
export function mapAsynchronous(config: Fields, context: Context): Properties {
  const concurrency = config.object('ClientConfig')?.number('MaxConcurrentInvocationsPerInstance');
  const output = config.object('OutputConfig');
  const notifications = output?.object('NotificationConfig');
  const success = notifications?.text('SuccessTopic');
  const error = notifications?.text('ErrorTopic');
  notifications?.list(
    'IncludeInferenceResponseIn',
    'the library has no property for responses in notifications',
    'if you need them, set it with `addPropertyOverride` on `cfnEndpointConfig`',
  );
  const key = output?.text('KmsKeyId');
  context.notes.push({
    setting: 'location of the requests (InputLocation of InvokeEndpointAsync)',
    value: 'not in the description',
    why: 'callers choose it in each request',
    advice:
      'set `inputBucket` and `inputPrefix` to the location to which callers upload requests. The default is the prefix input in the output bucket',
  });
  return {
    ...(output ? mapOutput(output, context) : {}),
    outputEncryptionKey: key === undefined ? undefined : context.key(key),
    successTopic: success === undefined ? undefined : context.topic(success, 'SuccessTopic'),
    errorTopic: error === undefined ? undefined : context.topic(error, 'ErrorTopic'),
    maxConcurrentInvocationsPerInstance: concurrency === undefined ? undefined : number(concurrency),
  };
}

function mapOutput(output: Fields, context: Context): Properties {
  const location = locationIn(output, 'S3OutputPath');
  const failure = locationIn(output, 'S3FailurePath');
  if (failure?.bucket !== location?.bucket)
    output.list(
      'S3FailurePath',
      'the library writes failures to the bucket of the responses',
      'look for failures under the prefix failure of that bucket',
    );
  if (!location) return {};
  return {
    outputBucket: context.bucket(location.bucket, 'OutputBucket'),
    outputPrefix: prefixOf(location.key, 'output', () =>
      output.list(
        'S3OutputPath',
        'the library writes responses under a prefix of the bucket',
        'responses are under the prefix output',
      ),
    ),
    failurePrefix:
      failure?.bucket === location.bucket
        ? prefixOf(failure.key, 'failure', () =>
            output.list(
              'S3FailurePath',
              'the library writes failures under a prefix of the bucket',
              'failures are under the prefix failure',
            ),
          )
        : undefined,
  };
}

/** @throws if the location is not an S3 URI */
function locationIn(output: Fields, name: string): { bucket: string; key: string } | undefined {
  const uri = output.text(name);
  return uri === undefined ? undefined : (parseS3Uri(uri) ?? output.fail(name, 'an S3 URI'));
}
