import * as fc from 'fast-check';

/** A valid or invalid change to the text of a configuration, such as a user or a tool could make. */
export type Mutation = (text: string) => string;

/** Generates mutations that change one line, at a random position. */
function lineMutation(change: (line: string) => string): fc.Arbitrary<Mutation> {
  return fc.nat().map((position) => (text: string) => {
    const lines = text.split('\n');
    const index = position % Math.max(1, lines.length - 1);
    return [...lines.slice(0, index), change(lines[index]), ...lines.slice(index + 1)].join('\n');
  });
}

/** Inserts text at any position, or removes characters, as in a typing error. */
const typingError: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.nat(),
    fc.constantFrom(
      '',
      '',
      ...'{}[]<>:;,.#/+-_"\'\\01ex \t\n\r',
      '""',
      "''",
      '\\x',
      '\\400',
      '\\u00',
      '\\ud800',
      ' -',
      '{}',
      '[]',
      'é',
      '\u200b',
    ),
    fc.nat(3),
  )
  .map(([position, inserted, removed]) => (text: string) => {
    const offset = position % (text.length + 1);
    return text.slice(0, offset) + inserted + text.slice(offset + (inserted === '' ? removed + 1 : 0));
  });

const scalarLine = /^(\s*\w+): (?!\[)(.*)$/;

/** Lines to append to a configuration. */
const appendedLines = [
  'batch_everything: true',
  'max_batch_size: 4',
  'max_batch_size: 99999999999',
  'max_batch_size: 0x10',
  'max_batch_size: 010',
  'max_batch_size: 1.0',
  'max_batch_size: "1"',
  'max_batch_size: -0',
  'name: 7',
  'dynamic_batching { }',
  'dynamic_batching: { }',
  'dynamic_batching <>',
  'dynamic_batching { } sequence_batching { }',
  'dynamic_batching { preferred_batch_size: [ ] }',
  'dynamic_batching { preferred_batch_size: [ 1, ] }',
  'dynamic_batching { preferred_batch_size: 1 preferred_batch_size: [ 1 ] }',
  'dynamic_batching { preserve_ordering: t }',
  'dynamic_batching { preserve_ordering: 1 }',
  'dynamic_batching { preserve_ordering: True }',
  'dynamic_batching { preserve_ordering: TRUE }',
  'dynamic_batching { preserve_ordering: 2 }',
  'dynamic_batching { preserve_ordering: "true" }',
  'dynamic_batching { max_queue_delay_microseconds: -1 }',
  'dynamic_batching { max_queue_delay_microseconds: 18446744073709551616 }',
  'dynamic_batching { max_queue_delay_microseconds: 1e3 }',
  'version_policy { all { } latest { num_versions: 1 } }',
  'version_policy: { all { } }, ',
  'version_policy { all: { } };',
  'sequence_batching { direct { } oldest { } }',
  'sequence_batching { direct { minimum_slot_utilization: 1f } }',
  'sequence_batching { direct { minimum_slot_utilization: .5 } }',
  'sequence_batching { direct { minimum_slot_utilization: 5e-1F } }',
  'sequence_batching { direct { minimum_slot_utilization: inf } }',
  'sequence_batching { direct { minimum_slot_utilization: -nan } }',
  'sequence_batching { direct { minimum_slot_utilization: 1e400 } }',
  'instance_group [ { kind: 2 } ]',
  'instance_group [ { kind: 17 } ]',
  'instance_group [ { kind: "KIND_CPU" } ]',
  'instance_group [ { kind: kind_cpu } ]',
  'instance_group [ { gpus: [ 0 ] gpus: 1 }, { } ]',
  'instance_group [ { } { } ]',
  'instance_group: [ ]',
  'instance_group { } instance_group [ ]',
  'instance_group [ , ]',
  'instance_group [ { secondary_devices { kind: 9 } } ]',
  'batch_input { kind: 17 target_name: "T" data_type: TYPE_INT32 source_input: "IN0" }',
  'batch_output { kind: 17 target_name: "OUT0" source_input: "IN0" }',
  'sequence_batching { control_input { name: "C" control { kind: 9 } } }',
  'dynamic_batching { default_queue_policy { timeout_action: 9 } }',
  'optimization { priority: 9 }',
  'output { name: "X" data_type: 99 dims: 1 }',
  'output { name: "X" data_type: -1 dims: 1 }',
  'output { name: "X" data_type: TYPE_FP32 dims: 1 label_filename: "../labels.txt" }',
  'output { name: "X" data_type: TYPE_FP32 dims: 1 label_filename: "/etc/labels.txt" }',
  'input { name: "X" data_type: TYPE_FP32 dims: 1 format: 9 }',
  'input { name: "X" data_type: FP32 dims: 1 }',
  'input { name: "X", data_type: TYPE_FP32; dims: 1 }',
  'input { name: "X" data_type: 11 dims: 1 }',
  'parameters { key: "k" value { string_value: "a" "b" \'c\' } }',
  'parameters { key: "k" value { string_value: "\\x41\\101\\n\\t\\"\\\'\\\\\\u00e9\\U0001F600\\?" } }',
  'parameters { key: "k" value { string_value: "\\xff" } }',
  'parameters { key: "k" value { string_value: "\\q" } }',
  'parameters { key: "k" value { string_value: "é€😀" } }',
  'parameters { key: "k" value { string_value: "unfinished } }',
  'parameters { key: "k" value { string_value: "two\nlines" } }',
  'parameters { key: "k" value: "v" }',
  'parameters: { key: "k", value: { string_value: "v" } }',
  'parameters { key: "k" key: "k" }',
  'parameters { key: "k" value { string_value: "1" string_value: "2" } }',
  'parameters { value { string_value: "1" } }',
  'parameters { key: "k" }',
  'parameters { }',
  'metric_tags [ { key: "a" value: "1" }, { key: "a" value: "2" } ]',
  'model_warmup { inputs { key: "X" value { zero_data: true random_data: true } } }',
  'model_warmup { inputs { key: "X" value { zero_data: true zero_data: true } } }',
  '# a comment',
  '// not a comment',
  '/* not a comment */',
  ';',
  ',',
  '}',
  '{',
  '[inference.nothing]: 1',
  '[type.googleapis.com/inference.ModelConfig] { }',
  'MAX_BATCH_SIZE: 1',
  'maxBatchSize: 1',
  '4: 1',
  'reserved_field: 1',
  'model_repository_agents { agents [ ] }',
  'model_metrics { }',
  'response_cache { enable: false } response_cache { enable: false }',
  'optimization { cuda { graphs: true } cuda { graphs: true } }',
  '\u00a0',
  '\u0000',
  '\u0001',
  '\v\f',
  'runtime: ""',
];

/** Generates mutations of the text that the library prints, because users write configurations in other formats. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { arbitrary: fc.constantFrom(...appendedLines).map((line) => (text: string) => `${text}${line}\n`), weight: 10 },
  { arbitrary: typingError, weight: 10 },
  lineMutation((line) => `${line}\n${line}`),
  lineMutation((line) => `${line} # why`),
  lineMutation((line) => line.replace(scalarLine, '$1: [ $2 ]')),
  lineMutation((line) => line.replace(scalarLine, '$1: $2;')),
  lineMutation((line) => line.replace(scalarLine, '$1: $2,')),
  lineMutation((line) => line.replace(scalarLine, '$1 $2')),
  lineMutation((line) => line.replace(scalarLine, '$1:$2')),
  lineMutation((line) => line.replace(/"(.*)"/, "'$1'")),
  lineMutation((line) => line.replace(/\{/, ': {')),
  lineMutation((line) => line.replace(/\{/, '<')),
  lineMutation((line) => line.replace(/[a-z]/, 'q')),
  lineMutation((line) => line.replace(/\d+/, '0$&')),
  lineMutation((line) => line.replace(/\d+/, '-$&')),
  lineMutation((line) => line.replace(/\d+/, '$&.0')),
  lineMutation(() => ''),
  fc.constant((text: string) => text.replaceAll('\n', '\r\n')),
  fc.constant((text: string) => text.replaceAll('\n', ' ')),
  fc.constant((text: string) => `\uFEFF${text}`),
  fc.nat().map((length) => (text: string) => text.slice(0, length % (text.length + 1))),
);
