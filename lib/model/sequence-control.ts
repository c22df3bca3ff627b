import { DataType } from './data-type';
import { compact, Json } from './render';

/**
 * An input through which Triton tells the model where a request stands in its sequence.
 *
 * The signals cost nothing measurable; without them a stateful model cannot tell the sequences in its batch apart.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#sequence-batcher
 * @example
 * SequenceControl.start('START');
 */
export class SequenceControl {
  /**
   * Tells whether the request is the first of its sequence.
   *
   * @param name the name of the model's input
   * @param dataType `DataType.INT32`, which is the default, `DataType.FP32` or `DataType.BOOL`, whichever the input has
   * @param falseValue the value that means no; 0 by default
   * @param trueValue the value that means yes; 1 by default
   */
  public static start(name: string, dataType?: DataType, falseValue?: number, trueValue?: number): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_START', name, dataType, falseValue, trueValue);
  }

  /**
   * Tells whether the request is the last of its sequence.
   *
   * @param name the name of the model's input
   * @param dataType `DataType.INT32`, which is the default, `DataType.FP32` or `DataType.BOOL`, whichever the input has
   * @param falseValue the value that means no; 0 by default
   * @param trueValue the value that means yes; 1 by default
   */
  public static end(name: string, dataType?: DataType, falseValue?: number, trueValue?: number): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_END', name, dataType, falseValue, trueValue);
  }

  /**
   * Tells whether the batch slot holds a request at all.
   *
   * @param name the name of the model's input
   * @param dataType `DataType.INT32`, which is the default, `DataType.FP32` or `DataType.BOOL`, whichever the input has
   * @param falseValue the value that means no; 0 by default
   * @param trueValue the value that means yes; 1 by default
   */
  public static ready(name: string, dataType?: DataType, falseValue?: number, trueValue?: number): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_READY', name, dataType, falseValue, trueValue);
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

  private static signal(
    kind: string,
    name: string,
    dataType = DataType.INT32,
    falseValue = 0,
    trueValue = 1,
  ): SequenceControl {
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
