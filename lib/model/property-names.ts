/** Where the typed properties do not simply follow the fields of config.pbtxt, longest prefix first. */
const PREFIXES: [RegExp, string][] = [
  [/^dynamic_batching/, 'batching'],
  [/^sequence_batching(\.(oldest|direct))?/, 'batching'],
  [/^ensemble_scheduling/, 'ensemble'],
  [/^model_warmup/, 'warmup'],
  [/^model_transaction_policy(\.decoupled)?/, 'decoupled'],
  [/^response_cache(\.enable)?/, 'responseCache'],
  [/^model_repository_agents(\.agents)?/, 'repositoryAgents'],
  [/^model_metrics(\.metric_control)?/, 'histogramBuckets'],
  [/^model_operations(\.op_library_filename)?/, 'opLibraryFilenames'],
  [/^optimization\.graph\.level/, 'optimization.graphLevel'],
  [/^optimization\.execution_accelerators\./, 'optimization.'],
  [/^optimization\.(input|output)_pinned_memory\.enable/, 'optimization.$1PinnedMemory'],
];

/** Lists that have a plural name as properties. */
const PLURALS = [
  'input',
  'output',
  'batch_input',
  'batch_output',
  'instance_group',
  'preferred_batch_size',
  'profile',
  'control_input',
  'state',
  'step',
  'target_name',
  'source_input',
  'graph_spec',
  'gpu_execution_accelerator',
  'cpu_execution_accelerator',
];

/** Maps whose keys are names of the user's, which stay as they are. */
const MAPS = ['parameters', 'metric_tags', 'cc_model_filenames', 'input_map', 'output_map', 'inputs'];

/**
 * The typed property before the field of config.pbtxt, so that both kinds of users find their line:
 * `batching.preferredBatchSizes[0] (dynamic_batching.preferred_batch_size[0])`.
 */
export function withPropertyName(field: string): string {
  const prefix = PREFIXES.find(([pattern]) => pattern.test(field));
  const parts = (prefix ? field.replace(...prefix) : field).split('.');
  const property = parts
    .map((part, index) => (MAPS.includes(nameOf(parts[index - 1])) ? part : propertyOf(part)))
    .join('.');
  return property === field ? field : `${property} (${field})`;
}

function propertyOf(part: string): string {
  const name = nameOf(part);
  const plural = PLURALS.includes(name)
    ? `${name}s`
    : name === 'priority_queue_policy'
      ? 'priority_queue_policies'
      : name;
  return plural.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) + part.slice(name.length);
}

function nameOf(part: string = ''): string {
  return part.replace(/\[.*$/, '');
}
