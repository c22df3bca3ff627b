import { DataType } from './data-type';
import { compact, Json } from './render';

/** The form in which a model takes a yes-or-no signal. */
export interface SequenceSignalOptions {
  /**
   * `DataType.INT32`, `DataType.FP32` or `DataType.BOOL`, whichever the model's input has.
   *
   * @default DataType.INT32
   */
  readonly dataType?: DataType;

  /**
   * The value that means no.
   *
   * @default 0
   */
  readonly falseValue?: number;

  /**
   * The value that means yes.
   *
   * @default 1
   */
  readonly trueValue?: number;
}

/**
 * An input through which Triton tells the model where a request stands in its sequence.
 *
 * The signals cost nothing measurable; without them a stateful model cannot tell the sequences in its batch apart.
 */
export class SequenceControl {
  /** Tells whether the request is the first of its sequence. */
  public static start(name: string, options?: SequenceSignalOptions): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_START', name, options);
  }

  /** Tells whether the request is the last of its sequence. */
  public static end(name: string, options?: SequenceSignalOptions): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_END', name, options);
  }

  /** Tells whether the batch slot holds a request at all. */
  public static ready(name: string, options?: SequenceSignalOptions): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_READY', name, options);
  }

  /**
   * Carries the id of the sequence.
   *
   * @param name the name of the model's input
   * @param dataType UINT64, INT64, UINT32, INT32 or STRING
   */
  public static correlationId(name: string, dataType: DataType): SequenceControl {
    return new SequenceControl(name, { kind: 'CONTROL_SEQUENCE_CORRID', data_type: dataType.name });
  }

  private static signal(kind: string, name: string, options: SequenceSignalOptions = {}): SequenceControl {
    const { dataType = DataType.INT32, falseValue = 0, trueValue = 1 } = options;
    const values = [falseValue, trueValue];
    return new SequenceControl(name, {
      kind,
      int32_false_true: dataType === DataType.INT32 ? values : undefined,
      fp32_false_true: dataType === DataType.FP32 ? values : undefined,
      bool_false_true: dataType === DataType.BOOL ? values.map((value) => value !== 0) : undefined,
    });
  }

  private constructor(
    private readonly name: string,
    private readonly control: Json,
  ) {}

  /** @internal */
  public _render(): Json {
    return { name: this.name, control: [compact(this.control)] };
  }
}
