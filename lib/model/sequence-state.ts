import { DataType } from './data-type';
import { compact, Json } from './render';

/**
 * What a state holds when its sequence starts (Triton 22.01 and newer).
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
   * @param dims the shape, without variable dimensions; by default the shape of the state
   */
  public static zeros(name: string, dims?: number[]): InitialState {
    return new InitialState({ name, zero_data: true }, dims);
  }

  /**
   * Values from a file.
   *
   * @param name any name
   * @param dataFile the name of a file in the folder `initial_state` of the model's folder, with the raw values
   * @param dims the shape, without variable dimensions; by default the shape of the state
   */
  public static fromFile(name: string, dataFile: string, dims?: number[]): InitialState {
    return new InitialState({ name, data_file: dataFile }, dims);
  }

  private constructor(
    private readonly content: Json,
    private readonly dims?: number[],
  ) {}

  /** @internal */
  public _render(state: SequenceState): Json {
    return { ...this.content, data_type: state.dataType.name, dims: this.dims ?? state.dims };
  }
}

/**
 * A tensor that Triton carries from one request of a sequence to the next (implicit state).
 *
 * The state stays on the server, so that clients neither receive nor send it: less to transfer per request.
 */
export interface SequenceState {
  /** The model's input that takes the state. */
  readonly inputName: string;
  /** The model's output that gives the next state. */
  readonly outputName: string;
  /** The type of each element. */
  readonly dataType: DataType;
  /** The shape; -1 stands for a size that varies. */
  readonly dims: number[];

  /**
   * What the state holds when a sequence starts.
   *
   * @default - the model makes its own from the start signal
   */
  readonly initialState?: InitialState;

  /**
   * Whether input and output share one buffer, which saves a copy per request (Triton 23.11 and newer).
   *
   * @default false
   */
  readonly useSameBufferForInputOutput?: boolean;

  /**
   * Whether the buffer grows in place as the state does, which saves copying a growing state, such as a key-value cache
   * (Triton 23.11 and newer, GPU only, with `useSameBufferForInputOutput`).
   *
   * @default false
   */
  readonly useGrowableMemory?: boolean;
}

export function renderSequenceState(state: SequenceState): Json {
  return compact({
    input_name: state.inputName,
    output_name: state.outputName,
    data_type: state.dataType.name,
    dims: state.dims,
    initial_state: state.initialState && [state.initialState._render(state)],
    use_same_buffer_for_input_output: state.useSameBufferForInputOutput,
    use_growable_memory: state.useGrowableMemory,
  });
}
