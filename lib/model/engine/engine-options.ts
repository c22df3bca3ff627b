import { DataType } from '../values/data-type';
import { EngineProfile } from './engine-profile';

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

/** GPUs on which a TensorRT engine runs, in addition to the GPU model that it was built on. An engine for several GPUs can be slower. */
export enum HardwareCompatibility {
  /** Only the GPU model that the engine was built on. */
  NONE = 'NONE',
  /**
   * All GPUs with compute capability 8.0 or higher, such as A10G, L4, L40S and H100. The GPU that builds the engine must also have compute
   * capability 8.0 or higher. Requires TensorRT 8.6 or later. Not supported with FP8.
   */
  AMPERE_PLUS = 'AMPERE_PLUS',
  /**
   * All GPUs with the same compute capability, such as L4 and L40S. Requires TensorRT 10.9 or later, and compute capability 7.5 or higher.
   */
  SAME_COMPUTE_CAPABILITY = 'SAME_COMPUTE_CAPABILITY',
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
   * Data types in which individual layers compute, by layer name, such as FP32 for the normalization layers of an FP16 engine. All other
   * layers use `precision`, which must allow the data type of each layer.
   *
   * A layer has the name of its node in the ONNX file, or `node_of_` and the first output if the node has no name. If TensorRT creates
   * several layers for a node, the names of the additional layers end with a number, such as `norm_12`. A name can contain one wildcard
   * (`*`): `{ 'encoder*LayerNorm': DataType.FP32 }`. A wildcard skips layers that compute with integers or on shapes. An exact name takes
   * precedence over a wildcard. If several wildcards match the same layer, it is undefined which wildcard applies. Before TensorRT 9, the only
   * supported wildcard is `*` as the complete name.
   *
   * Allowed data types are FP32, FP16, BF16, INT32 and INT8. Requires TensorRT 8.4 to 10, and a `precision` other than `STRONGLY_TYPED`.
   *
   * @default - the precision of the engine for all layers
   */
  readonly layerPrecisions?: { readonly [layerName: string]: DataType };

  /**
   * Optimization profiles, which are the ranges of shapes that the engine supports. TensorRT builds separate code for each profile. To
   * select a profile, set the `profiles` of instance groups.
   *
   * @default - one profile for batch sizes from 1 to the model's `maxBatchSize`, optimized for `maxBatchSize`, if the batch dimension is
   * the only variable dimension in the ONNX file. Otherwise this option is required
   */
  readonly profiles?: EngineProfile[];

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
   * GPUs on which the engine runs. If an engine runs on several GPUs of an endpoint, the deployment builds the engine once, on the first of
   * the endpoint's instance types with one of these GPUs.
   *
   * @default HardwareCompatibility.NONE - a separate engine for each GPU model
   */
  readonly hardwareCompatibility?: HardwareCompatibility;

  /**
   * Builder optimization level of TensorRT, from 0 (shortest build) to 5 (longest search for faster code).
   *
   * @default - the default of TensorRT, 3
   */
  readonly optimizationLevel?: number;

  /**
   * Additional options of trtexec for which this interface has no property, such as `['--sparsity=enable']`. Options that the trtexec of the
   * release does not support are rejected. Options with file names are also rejected, because the build job starts without files of earlier
   * jobs. If you change the options, the engine is built again.
   *
   * @default - no additional options
   * @see https://docs.nvidia.com/deeplearning/tensorrt/latest/reference/command-line-programs.html
   */
  readonly extraArguments?: string[];
}
