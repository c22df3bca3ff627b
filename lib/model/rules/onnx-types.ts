import { ModelConfigDocument } from '../../model-config/schema/schema';
import { OnnxTensor } from '../folder/readers/onnx-graph';
import { isConvertedToInt32 } from './engine/types';
import { FileRule, LocalModel } from './local-model';
import { matchTensors, NamedField, tensorsOf } from './onnx-files';

/** Data types that a batch input can have. */
const BATCH_INPUT_TYPES = ['TYPE_INT32', 'TYPE_FP32'];

/** The data type that config.pbtxt gives to a tensor of the graph or engine. */
interface TypedTensor extends NamedField {
  readonly dataType: string;
  readonly graphTensor: OnnxTensor;
  readonly source: string;
}

/** Rules that compare data types with those in the ONNX file, or in the sidecar file of an engine. */
export const onnxTypeRules: FileRule[] = [
  {
    id: 'onnx.io-dtype',
    *check(model, options) {
      for (const { name, dataType, graphTensor, field, source } of typedTensors(model)) {
        const graphType = graphTensor.dataType?.name ?? dataType;
        if (graphType === dataType || isConvertedToInt32(model, graphTensor, options)) continue; // the rule engine.int64 checks these tensors
        const isImpossible = field.startsWith('batch_input') && !BATCH_INPUT_TYPES.includes(graphType);
        yield {
          field,
          message:
            `got ${dataType} for '${name}'; ` +
            (isImpossible
              ? `${source} has ${graphType}, but a batch input can only be ${BATCH_INPUT_TYPES.join(' or ')}: export the model with an input of such a type, and cast it in the model`
              : `allowed: ${graphType}, as in ${source}`),
        };
      }
    },
  },
];

function* typedTensors(model: LocalModel): Iterable<TypedTensor> {
  for (const { tensor, field, ...match } of matchTensors(model)) {
    yield { name: tensor.name, dataType: tensor.data_type, field: `${field}.data_type`, ...match };
  }
  for (const { inputs, outputs, source } of tensorsOf(model)) {
    yield* withGraphTensors([...batchInputsOf(model.config), ...controlsOf(model.config)], inputs, source);
    yield* withGraphTensors(statesOf(model.config, 'input_name'), inputs, source);
    yield* withGraphTensors(statesOf(model.config, 'output_name'), outputs, source);
  }
}

function withGraphTensors(
  fields: readonly (NamedField & { readonly dataType: string })[],
  graphTensors: readonly OnnxTensor[],
  source: string,
): TypedTensor[] {
  return fields.flatMap((each) => {
    const graphTensor = graphTensors.find(({ name }) => name === each.name);
    return graphTensor && each.dataType !== 'TYPE_INVALID' ? [{ ...each, graphTensor, source }] : [];
  });
}

function batchInputsOf({ batch_input: batchInputs }: ModelConfigDocument) {
  return batchInputs.flatMap(({ target_name: names, data_type: dataType }, index) =>
    names.map((name) => ({ name, dataType, field: `batch_input[${index}].data_type` })),
  );
}

/** The control inputs of sequences. The values of a flag determine its data type. */
function controlsOf({ sequence_batching: sequence }: ModelConfigDocument) {
  return (sequence?.control_input ?? []).flatMap(({ name, control: controls }, index) =>
    controls.flatMap((control, position) => {
      const field = `sequence_batching.control_input[${index}].control[${position}]`;
      if (control.kind === 'CONTROL_SEQUENCE_CORRID') {
        return [{ name, dataType: control.data_type, field: `${field}.data_type` }];
      }
      const types = { int32_false_true: 'TYPE_INT32', fp32_false_true: 'TYPE_FP32', bool_false_true: 'TYPE_BOOL' };
      return (['int32_false_true', 'fp32_false_true', 'bool_false_true'] as const)
        .filter((values) => control[values].length > 0)
        .map((values) => ({ name, dataType: types[values], field: `${field}.${values}` }));
    }),
  );
}

/** The states of sequences: the output of a request is the input of the next one, so both have the type of the state. */
function statesOf({ sequence_batching: sequence }: ModelConfigDocument, end: 'input_name' | 'output_name') {
  return (sequence?.state ?? []).map((state, index) => ({
    name: state[end],
    dataType: state.data_type,
    field: `sequence_batching.state[${index}].data_type`,
  }));
}
