import { ValidateOptions } from '../../../lib/model-config';

/** A rule by example: what it finds, and the same fixed. */
export interface Example {
  readonly rule: string;
  /** What breaks the rule, added to the base. */
  readonly broken: string;
  /** The same as it should be. */
  readonly fixed: string;
  /** Where the finding points to. */
  readonly field: string;
  /** A warning instead of an error. */
  readonly warning?: boolean;
  /** What comes before both: `PYTHON` when absent. */
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
