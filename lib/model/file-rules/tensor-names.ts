import { ModelConfigDocument } from '../../model-config/schema/schema';

/** A name of a tensor, and where config.pbtxt gives it. */
export interface NamedField {
  readonly name: string;
  readonly field: string;
}

/** All inputs that the server gives to the model, wherever config.pbtxt names them. */
export function inputNames({
  input,
  batch_input: batch,
  sequence_batching: sequence,
}: ModelConfigDocument): NamedField[] {
  const at = 'sequence_batching';
  return [
    ...input.map(({ name }, index) => ({ name, field: `input[${index}].name` })),
    ...batch.flatMap(({ target_name: names }, index) =>
      names.map((name) => ({ name, field: `batch_input[${index}].target_name` })),
    ),
    ...(sequence?.control_input ?? []).map(({ name }, index) => ({
      name,
      field: `${at}.control_input[${index}].name`,
    })),
    ...(sequence?.state ?? []).map(({ input_name: name }, index) => ({
      name,
      field: `${at}.state[${index}].input_name`,
    })),
  ];
}

/** All outputs that the server takes from the model, wherever config.pbtxt names them. */
export function outputNames({ output, sequence_batching: sequence }: ModelConfigDocument): NamedField[] {
  return [
    ...output.map(({ name }, index) => ({ name, field: `output[${index}].name` })),
    ...(sequence?.state ?? []).map(({ output_name: name }, index) => ({
      name,
      field: `sequence_batching.state[${index}].output_name`,
    })),
  ];
}
