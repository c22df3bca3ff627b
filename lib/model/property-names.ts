/** Where typed properties do not simply follow the fields of config.pbtxt. The first match of a path counts. */
const PREFIXES: [RegExp, string][] = [
  [/^platform$/, 'backend.platform'],
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
  [/\.reshape\.shape/, '.reshape'],
];

/** Lists have a plural name as properties, and some things a shorter one. */
const NAMES = new Map(
  Object.entries({
    input: 'inputs',
    output: 'outputs',
    batch_input: 'batch_inputs',
    batch_output: 'batch_outputs',
    instance_group: 'instance_groups',
    preferred_batch_size: 'preferred_batch_sizes',
    priority_queue_policy: 'priority_queue_policies',
    profile: 'profiles',
    secondary_devices: 'nvdla_device_ids',
    control_input: 'control_inputs',
    global: 'is_global',
    state: 'states',
    step: 'steps',
    model_name: 'model',
    target_name: 'target_names',
    source_input: 'source_inputs',
    graph_spec: 'graph_specs',
    gpu_execution_accelerator: 'gpu_execution_accelerators',
    cpu_execution_accelerator: 'cpu_execution_accelerators',
  }),
);

/** A path's separators: dots outside the brackets, which hold names of the user's. */
const SEPARATOR = /\.(?![^[]*\])/;

/**
 * The typed property before the field of config.pbtxt, so that both kinds of users find their line:
 * `batching.preferredBatchSizes[0] (dynamic_batching.preferred_batch_size[0])`.
 */
export function withPropertyName(field: string): string {
  const prefix = PREFIXES.find(([pattern]) => pattern.test(field));
  const parts = (prefix ? field.replace(...prefix) : field).split(SEPARATOR);
  const property = parts.map(propertyOf).join('.');
  return property === field ? field : `${property} (${field})`;
}

function propertyOf(part: string): string {
  const name = part.split('[', 1)[0];
  const property = NAMES.get(name) ?? name;
  return property.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) + part.slice(name.length);
}
