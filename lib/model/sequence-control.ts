import { DataType } from './data-type';
import { omitUndefined, Json } from './render';

/**
 * A control input, through which Triton signals to the model the position of a request in its sequence.
 *
 * Control inputs have no measurable cost. Without control inputs, a stateful model cannot distinguish the sequences in its batch.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#sequence-batcher
 * @example
 * SequenceControl.start('START');
 */
export class SequenceControl {
  /**
   * Signals whether the request is the first request of its sequence.
   *
   * @param name name of the model input
   * @param dataType data type of the input: `DataType.INT32` (the default), `DataType.FP32` or `DataType.BOOL`
   * @param falseValue value for false. The default is 0
   * @param trueValue value for true. The default is 1
   */
  public static start(name: string, dataType?: DataType, falseValue?: number, trueValue?: number): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_START', name, dataType, falseValue, trueValue);
  }

  /**
   * Signals whether the request is the last request of its sequence.
   *
   * @param name name of the model input
   * @param dataType data type of the input: `DataType.INT32` (the default), `DataType.FP32` or `DataType.BOOL`
   * @param falseValue value for false. The default is 0
   * @param trueValue value for true. The default is 1
   */
  public static end(name: string, dataType?: DataType, falseValue?: number, trueValue?: number): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_END', name, dataType, falseValue, trueValue);
  }

  /**
   * Signals whether the batch slot contains a request.
   *
   * @param name name of the model input
   * @param dataType data type of the input: `DataType.INT32` (the default), `DataType.FP32` or `DataType.BOOL`
   * @param falseValue value for false. The default is 0
   * @param trueValue value for true. The default is 1
   */
  public static ready(name: string, dataType?: DataType, falseValue?: number, trueValue?: number): SequenceControl {
    return SequenceControl.signal('CONTROL_SEQUENCE_READY', name, dataType, falseValue, trueValue);
  }

  /**
   * Passes the correlation ID of the sequence to the model.
   *
   * @param name name of the model input
   * @param dataType data type of the input: UINT64, INT64, UINT32, INT32 or STRING
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
    return { name: this.name, control: [omitUndefined(this.control)] };
  }
}
