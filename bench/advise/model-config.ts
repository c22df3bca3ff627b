import { Load, Setting } from './loads';

/**
 * The config.pbtxt of a setting.
 *
 * @param speed milliseconds of the configuration in a millisecond of the measurement
 */
export function configText(load: Load, { batching }: Setting, speed = 1): string {
  const { fixedMilliseconds, itemMilliseconds, maxBatchSize } = load;
  const { preferred = [], delayMilliseconds = 0 } = batching ?? {};
  const parameter = (name: string, milliseconds: number): string =>
    `parameters { key: "${name}" value { string_value: "${milliseconds * speed}" } }`;
  return [
    'backend: "python"',
    `max_batch_size: ${maxBatchSize}`,
    'input [ { name: "INPUT" data_type: TYPE_INT32 dims: [ 1 ] } ]',
    'output [ { name: "OUTPUT" data_type: TYPE_INT32 dims: [ 1 ] } ]',
    'instance_group [ { count: 1 kind: KIND_CPU } ]',
    parameter('fixed', fixedMilliseconds),
    parameter('per_item', itemMilliseconds),
    ...(batching
      ? [
          'dynamic_batching {',
          ...(preferred.length > 0 ? [`  preferred_batch_size: [ ${preferred.join(', ')} ]`] : []),
          ...(delayMilliseconds > 0 ? [`  max_queue_delay_microseconds: ${delayMilliseconds * speed * 1000}`] : []),
          '}',
        ]
      : []),
    '',
  ].join('\n');
}
