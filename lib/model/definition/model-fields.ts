import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import { BATCHING_PATHS } from '../values/batching';
import { field, FieldTable, pathsOf, propertyPath, renderFields } from '../values/field-table';
import { INSTANCE_GROUP_FIELDS } from '../values/instance-group';
import { omitUndefined, Json } from '../values/render';
import { TENSOR_FIELDS } from '../values/tensor';
import { ModelProperties } from './triton-model-options';

/** A step of an ensemble. The type of `model` is not `TritonModel`, because the file of that class imports this file. */
interface Step {
  readonly model: { readonly name: string };
  readonly inputMap: { [modelInput: string]: string };
  readonly outputMap: { [modelOutput: string]: string };
  readonly modelVersion?: number;
}

const STEP_FIELDS: FieldTable<Step> = {
  model: field('model_name', ({ name }) => name),
  inputMap: 'input_map',
  outputMap: 'output_map',
  modelVersion: 'model_version',
};

/** Value for the latest version of a composing model. Without a value, protobuf's default 0 would select version 0. */
const LATEST_VERSION = -1;

export const ENSEMBLE_FIELDS: FieldTable<{ steps: Step[]; maxInflightRequests?: number }> = {
  steps: field(
    'step',
    (steps) =>
      steps.map((step) => renderFields(STEP_FIELDS, { ...step, modelVersion: step.modelVersion ?? LATEST_VERSION })),
    STEP_FIELDS,
  ),
  maxInflightRequests: 'max_inflight_requests',
};

/** The properties of a model that set fields of config.pbtxt. Warmup is rendered after the inputs are complete. */
type FieldProperties = Omit<ModelProperties, 'files' | 'pythonPackages' | 'examples' | 'config' | 'warmup'> & {
  warmup?: Json[];
};

/** The fields of config.pbtxt for each property of a model. */
export const MODEL_FIELDS: FieldTable<FieldProperties> = {
  name: 'name',
  backend: {
    paths: { backend: {}, platform: 'platform' },
    render: ({ name, platform }: Backend) => ({ backend: name || undefined, platform }),
  },
  maxBatchSize: 'max_batch_size',
  inputs: field('input', (inputs) => inputs.map((input) => input._render()), TENSOR_FIELDS),
  outputs: field('output', (outputs) => outputs.map((output) => output._render()), TENSOR_FIELDS),
  instanceGroups: field('instance_group', (groups) => groups.map((group) => group._render()), INSTANCE_GROUP_FIELDS),
  batching: { paths: BATCHING_PATHS, render: (batching) => batching._render() },
  ensemble: field('ensemble_scheduling', (ensemble) => ensemble._render(), ENSEMBLE_FIELDS),
  versionPolicy: field('version_policy', (policy) => policy._render()),
  warmup: 'model_warmup',
  parameters: field('parameters', (parameters) =>
    Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { string_value: value }])),
  ),
  responseCache: 'response_cache.enable',
  decoupled: 'model_transaction_policy.decoupled',
  defaultModelFilename: 'default_model_filename',
};

/**
 * The path of the property, followed by the path of the field in config.pbtxt:
 * `batching.preferredBatchSizes[0] (dynamic_batching.preferred_batch_size[0])`. Only the field if an app sets it in `config`.
 */
export function withPropertyName(fieldPath: string): string {
  // Properties set only the strategy of sequence batching.
  const property = fieldPath.startsWith('sequence_batching.') ? undefined : propertyPath(MODEL_FIELDS, fieldPath);
  return property === undefined || property === fieldPath ? fieldPath : `${property} (${fieldPath})`;
}

/** Properties that determine the scheduler. A model has only one scheduler, so an override of one property removes the other property. */
const SCHEDULERS = ['batching', 'ensemble'];

/** Whether a property is set, itself or its fields in `config`. For a scheduler, whether any scheduler is set. */
export function setsProperty({ config, ...properties }: Partial<ModelProperties>, property: string): boolean {
  const fields = config?.toJson() ?? {};
  return withAlternatives(property).some(
    (name) =>
      properties[name as keyof typeof properties] !== undefined ||
      topLevelFields(name).some((each) => Object.hasOwn(fields, each)),
  );
}

/**
 * Returns the properties of a copy of a model. Fields that an override sets are removed from `config`, because `config` takes precedence
 * over properties. A `config` in the overrides is merged into the previous `config`.
 */
export function propsWithOverrides<P extends Partial<ModelProperties>>(props: P, overrides: Partial<P>): P {
  const { config: addedConfig, ...setOverrides } = omitUndefined({ ...overrides }) as Partial<P>;
  const replacedFields = new Set(Object.keys(setOverrides).flatMap(withAlternatives).flatMap(topLevelFields));
  const remainingFields = Object.entries(props.config?.toJson() ?? {}).filter(([field]) => !replacedFields.has(field));
  const keptConfig = props.config && ModelConfig.fromJson(Object.fromEntries(remainingFields));
  const config = keptConfig && addedConfig ? keptConfig.merge(addedConfig) : (addedConfig ?? keptConfig);
  return { ...props, ...propertiesToClear(setOverrides), ...setOverrides, config };
}

/** The properties that a new scheduler clears. A new ensemble also clears `members`, because its steps determine the composing models. */
function propertiesToClear({ batching, ensemble }: Partial<ModelProperties>): object {
  if (batching) return { ensemble: undefined };
  return ensemble ? { batching: undefined, members: undefined } : {};
}

function withAlternatives(property: string): string[] {
  return SCHEDULERS.includes(property) ? SCHEDULERS : [property];
}

/** The fields at the top level of config.pbtxt that a property sets. */
function topLevelFields(property: string): string[] {
  const row = Object.hasOwn(MODEL_FIELDS, property) && MODEL_FIELDS[property as keyof FieldProperties];
  return row ? pathsOf(row).map((path) => path.split('.', 1)[0]) : [];
}
