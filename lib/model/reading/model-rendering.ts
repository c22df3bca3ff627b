import type { ModelMetadata, TensorMetadata } from '../../client/model-metadata';
import { withoutTokens } from '../../findings/unresolved-values';
import { RuleFinding } from '../../findings/rule';
import { ModelConfig } from '../../model-config';
import { messages } from '../../model-config/schema/schema';
import { renderFields } from '../values/field-table';
import { ModelDefinition } from '../definition/model-definition';
import { MODEL_FIELDS } from '../definition/model-fields';
import { Tensor } from '../values/tensor';
import { completeTensors } from './tensor-completion';
import { ModelProperties } from '../definition/triton-model-options';

/** Renders the complete configuration: the properties, then `config` merged over the properties, then missing tensors and warmup samples. */
export function renderModel(props: ModelProperties): ModelConfig {
  const propertyConfig = ModelConfig.fromJson(renderFields(MODEL_FIELDS, { ...props, warmup: undefined }));
  const mergedConfig = props.config ? propertyConfig.merge(props.config) : propertyConfig;
  const completeConfig = props.files ? completeTensors(mergedConfig, props.backend, props.files) : mergedConfig;
  if (!props.warmup) return completeConfig;
  const inputs = tensorsOf(completeConfig, 'input');
  const warmup = props.warmup.map((sample) => sample._render(inputs));
  return completeConfig.merge(ModelConfig.fromJson(renderFields(MODEL_FIELDS, { warmup })));
}

export function tensorsOf(config: ModelConfig, side: 'input' | 'output'): Tensor[] {
  return config._document[side].map((tensor) => Tensor._fromConfig(tensor));
}

/** The tensors of a model in the format of Triton's `GET /v2/models/<model>`, with the additional property `optional` for optional inputs. */
export function metadataOf({ name, maxBatchSize, inputs, outputs }: ModelDefinition): ModelMetadata {
  const describe = ({ name: tensor, dataType, dims, optional }: Tensor): TensorMetadata => ({
    name: tensor,
    datatype: dataType.kserveName as TensorMetadata['datatype'],
    shape: maxBatchSize > 0 ? [-1, ...dims] : dims,
    ...(optional && { optional }),
  });
  return { name, inputs: inputs.map(describe), outputs: outputs.map(describe) };
}

/** Converts an error of the protobuf library, which rejects the value of a property, to a finding. */
export function renderingProblem(error: unknown): RuleFinding {
  const message = error instanceof Error ? error.message : String(error);
  const [, type, unknown] = /message (Model(?:In|Out)put): key "(\w+)" is unknown/.exec(message) ?? [];
  if (unknown === undefined) return { field: fieldOfError(message), message: explainInvalidInteger(message) };
  const field = type === 'ModelInput' ? 'input' : 'output';
  return { field, message: `got ${unknown}, which ${field}s do not have; leave it out` };
}

/** Finds the field that an error of the protobuf library refers to. The error contains the protobuf type instead of the field's path. */
function fieldOfError(message: string): string {
  const [, type, field] = /field ([\w.]+)\.(\w+):/.exec(message) ?? [];
  if (type === 'ModelConfig') return field;
  const parent = Object.entries(messages.ModelConfig).find(([, { type: child }]) => type?.split('.')[0] === child)?.[0];
  if (!parent) return 'config';
  return type.includes('.') ? parent : `${parent}.${field}`;
}

/** Matches the protobuf library's error for a number that is fractional or out of range. */
const INVALID_INTEGER = /: (list item #\d+: )?expected (?:number|bigint) \((u?)int(\d+)\)(?:, got|:) (\S+)/;

/** Converts an error about an integer to a message with the allowed values. Returns other errors unchanged. */
function explainInvalidInteger(message: string): string {
  const [found, item = '', unsigned, bits, invalidValue] = INVALID_INTEGER.exec(message) ?? [];
  if (found === undefined) return message;
  return `${item}got ${withoutTokens(invalidValue)}; allowed: a whole number${unsigned ? ' of at least 0' : ''} that fits into ${bits} bits`;
}
