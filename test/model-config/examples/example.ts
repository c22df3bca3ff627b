import { ValidateOptions } from '../../../lib/model-config';

/** An example of a rule: a configuration that violates the rule, and a fixed configuration. */
export interface Example {
  readonly rule: string;
  /** Text after the base that violates the rule. */
  readonly broken: string;
  /** Text after the base without the violation. */
  readonly fixed: string;
  /** Field of the finding. */
  readonly field: string;
  /** Whether the finding is a warning. */
  readonly warning?: boolean;
  /** Text before `broken` and `fixed`. The default is `PYTHON`. */
  readonly base?: string;
  readonly options?: ValidateOptions;
}

export const PYTHON = `
  name: "m"
  backend: "python"
  max_batch_size: 8
`;

export const IO = `
  input { name: "X" data_type: TYPE_FP32 dims: [ 4 ] }
  output { name: "Y" data_type: TYPE_FP32 dims: [ 4 ] }
`;

export const ENSEMBLE = `
  name: "e"
  platform: "ensemble"
  max_batch_size: 8
`;

/** The steps `first` and `second`: x -> y -> z. */
export const STEP =
  'step { model_name: "first" model_version: -1 input_map { key: "X" value: "x" } output_map { key: "Y" value: "y" } }';
export const STEP_2 =
  'step { model_name: "second" model_version: -1 input_map { key: "X" value: "y" } output_map { key: "Y" value: "z" } }';
