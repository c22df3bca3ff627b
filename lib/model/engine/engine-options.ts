import { EngineShapes } from './engine-profile';

/** The precision of the computations of a TensorRT engine. */
export enum EnginePrecision {
  /** Single precision. On GPUs with compute capability 8.0 or higher, tensor cores use TF32. Not supported by TensorRT 11 and later. */
  FP32 = 'FP32',
  /** Half precision for layers that are faster with half precision, otherwise single precision. Not supported by TensorRT 11 and later. */
  FP16 = 'FP16',
  /**
   * bfloat16 for layers that are faster with bfloat16, otherwise single precision. Requires TensorRT 10, and compute capability 8.0 or higher.
   */
  BF16 = 'BF16',
  /**
   * 8-bit integers where the ONNX file contains QuantizeLinear and DequantizeLinear, and half precision or single precision for all other
   * layers. Not supported by TensorRT 11 and later.
   */
  INT8 = 'INT8',
  /**
   * 8-bit floating-point numbers where the ONNX file contains QuantizeLinear and DequantizeLinear, and half precision or single precision
   * for all other layers. Requires TensorRT 10, and compute capability 8.9 or higher.
   */
  FP8 = 'FP8',
  /** The data type of each tensor in the ONNX file. Requires TensorRT 10 or later. TensorRT 11 and later support only this option. */
  STRONGLY_TYPED = 'STRONGLY_TYPED',
}

/** Options to build a TensorRT engine from an ONNX file. */
export interface EngineOptions {
  /**
   * Precision of the computations. Inputs and outputs have the data types of the ONNX file, regardless of this option.
   *
   * @default - the data types of the ONNX file: `STRONGLY_TYPED` for TensorRT 10 and later, `FP32` for earlier versions
   */
  readonly precision?: EnginePrecision;

  /**
   * Optimization profiles, which are the ranges of shapes that the engine supports: for each profile, the shapes of each input with variable
   * dimensions, such as `[{ token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } }]`. TensorRT builds separate code for each profile. At
   * run time, a shape outside the range from `min` to `max` is an error. To select a profile, set the `profiles` of instance groups.
   *
   * @default - one profile for batch sizes from 1 to the model's `maxBatchSize`, optimized for `maxBatchSize`, if the batch dimension is
   * the only variable dimension in the ONNX file. Otherwise this option is required
   */
  readonly profiles?: { readonly [input: string]: EngineShapes }[];

  /**
   * Libraries (`.so`) with custom layers, which the build and the server load.
   *
   * @default - no libraries
   */
  readonly plugins?: string[];

  /**
   * Maximum difference between an output of the engine and the output of the ONNX model. The difference is the maximum absolute difference of
   * two values, divided by the maximum absolute value of the ONNX model's output. For integers and booleans, the difference is the fraction
   * of values that differ. If the difference is larger than the tolerance, the build fails.
   *
   * @default - depends on the precision: 0.01 for FP32, STRONGLY_TYPED and FP16, 0.05 for BF16, 0.1 for INT8 and FP8
   */
  readonly tolerance?: number;

  /**
   * Additional options of trtexec for which this interface has no property, such as `['--builderOptimizationLevel=5']`, or the data types of
   * layers: `['--precisionConstraints=obey', '--layerPrecisions=*LayerNorm:fp32']`. Options that the trtexec of the release does not support are
   * rejected. Options with file names are also rejected, because the build job starts without files of earlier
   * jobs. If you change the options, the engine is built again.
   *
   * @default - no additional options
   * @see https://docs.nvidia.com/deeplearning/tensorrt/latest/reference/command-line-programs.html
   */
  readonly extraArguments?: string[];
}
