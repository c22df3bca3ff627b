import { EngineProfile } from './engine-profile';

/** The number formats that TensorRT may calculate with. */
export enum EnginePrecision {
  /** Single precision (on GPUs from compute capability 8.0 on with the matrix units' TF32). Not with TensorRT 11 and newer. */
  FP32 = 'FP32',
  /** Half precision where it is faster, else single precision. Not with TensorRT 11 and newer. */
  FP16 = 'FP16',
  /** bfloat16 where it is faster, else single precision; TensorRT 10, compute capability 8.0 and newer. */
  BF16 = 'BF16',
  /** 8-bit integers where the ONNX file has QuantizeLinear and DequantizeLinear. Not with TensorRT 11 and newer. */
  INT8 = 'INT8',
  /** 8-bit floats where the ONNX file has QuantizeLinear and DequantizeLinear; TensorRT 10, compute capability 8.9 and newer. */
  FP8 = 'FP8',
  /** Each tensor has the type that the ONNX file gives it. The only way of TensorRT 11 and newer; not before TensorRT 10. */
  STRONGLY_TYPED = 'STRONGLY_TYPED',
}

/** How a TensorRT engine is built from an ONNX file. */
export interface EngineOptions {
  /**
   * The number formats that TensorRT may calculate with. The data types of inputs and outputs stay those of the ONNX file.
   *
   * @default - those of the ONNX file: `STRONGLY_TYPED` from TensorRT 10 on, `FP32` before
   */
  readonly precision?: EnginePrecision;

  /**
   * The shapes that the engine is built for. With several, TensorRT makes code for each: name them in the `profiles` of instance groups.
   *
   * @default - one profile from 1 to the model's `maxBatchSize`, fastest at `maxBatchSize`, if only the batch dimension is open in the ONNX
   * file; required otherwise
   */
  readonly profiles?: EngineProfile[];

  /**
   * Libraries (`.so`) with layers of your own, which are loaded for the build and by the server.
   *
   * @default - none
   */
  readonly plugins?: string[];

  /**
   * How much an output of the engine may differ from that of the ONNX model: the largest difference, divided by the largest number of the
   * ONNX model's output. Of integers and booleans, the share of values that differ. The build compares both and fails beyond it.
   *
   * @default - by precision: 0.01 for FP32, STRONGLY_TYPED and FP16, 0.05 for BF16, 0.1 for INT8 and FP8
   */
  readonly tolerance?: number;

  /**
   * How long TensorRT looks for faster code: 0 (shortest build) to 5.
   *
   * @default - TensorRT's own, 3
   */
  readonly optimizationLevel?: number;
}
