import { DataType } from './data-type';
import { field, FieldTable } from './field-table';
import { Json } from './render';

/**
 * The initial value of a state at the start of a sequence (Triton 22.01 or later).
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md
 * @example
 * InitialState.zeros('zeros', [16]);
 */
export class InitialState {
  /**
   * Zeros.
   *
   * @param name any name
   * @param dims shape without variable dimensions. The default is the shape of the state
   */
  public static zeros(name: string, dims?: number[]): InitialState {
    return new InitialState({ name, zero_data: true }, dims);
  }

  /**
   * Values from a file.
   *
   * @param name any name
   * @param dataFile name of a file with the raw values, in the folder `initial_state` of the folder of the model
   * @param dims shape without variable dimensions. The default is the shape of the state
   */
  public static fromFile(name: string, dataFile: string, dims?: number[]): InitialState {
    return new InitialState({ name, data_file: dataFile }, dims);
  }

  private constructor(
    private readonly content: Json,
    private readonly dims?: number[],
  ) {}

  /** @internal */
  public _render({ dataType, dims }: Partial<SequenceState>): Json {
    return { ...this.content, data_type: dataType?.name, dims: this.dims ?? dims };
  }
}

/**
 * A tensor that Triton passes from one request of a sequence to the next request (implicit state).
 *
 * The state is kept on the server, so clients neither send nor receive the state.
 */
export interface SequenceState {
  /** Name of the model input for the state. */
  readonly inputName: string;
  /** Name of the model output for the next state. */
  readonly outputName: string;
  /** Data type of the elements. */
  readonly dataType: DataType;
  /** Shape of the state. -1 is a variable dimension. */
  readonly dims: number[];

  /**
   * Initial value at the start of a sequence.
   *
   * @default - the model creates the initial value when it receives the start signal
   */
  readonly initialState?: InitialState;

  /**
   * Whether input and output share one buffer, which saves a copy for each request (Triton 23.11 or later).
   *
   * @default false
   */
  readonly useSameBufferForInputOutput?: boolean;

  /**
   * Whether the buffer is extended in place when the state grows, so a growing state, such as a key-value cache, is not copied (Triton 23.11
   * or later, GPU only, with `useSameBufferForInputOutput`).
   *
   * @default false
   */
  readonly useGrowableMemory?: boolean;
}

export const SEQUENCE_STATE_FIELDS: FieldTable<SequenceState> = {
  inputName: 'input_name',
  outputName: 'output_name',
  dataType: field('data_type', ({ name }) => name),
  dims: 'dims',
  initialState: field('initial_state', (initialState, state) => [initialState._render(state)]),
  useSameBufferForInputOutput: 'use_same_buffer_for_input_output',
  useGrowableMemory: 'use_growable_memory',
};
