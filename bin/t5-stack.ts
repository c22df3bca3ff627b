import { Annotations, Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  DataType,
  EnginePrecision,
  EngineProfile,
  EngineShapes,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../lib';
import { artifact, cacheSizes, exportedExamples, ownModel } from './model-folders';

/**
 * T5: an encoder and a decoder with a cache of keys and values as TensorRT engines, a small model that chooses each token, and a Python
 * model that calls them token by token. docs/examples/t5.md has the estimate that the instance type and the output length are from.
 */
export class T5Stack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const exported = ownModel(this, 't5', 'encoder');
    const { layers, heads, width } = cacheSizes(exported);
    // What T5 adds up exceeds the range of FP16: the squares in a norm, and the outputs of all layers before.
    const layerPrecisions: { [layer: string]: DataType } = {
      '*/Add': DataType.FP32,
      '*layer_norm/Pow': DataType.FP32,
      '*layer_norm/ReduceMean': DataType.FP32,
      '*layer_norm/Sqrt': DataType.FP32,
      '*layer_norm/Div': DataType.FP32,
      '*layer_norm/Mul': DataType.FP32,
      '*layer_norm/Mul_1': DataType.FP32,
      '*DenseReluDense/wo/MatMul': DataType.FP32,
    };
    const source: EngineShapes = { min: [1, 1], opt: [1, 32], max: [4, 128] };
    const cross: EngineShapes = {
      min: [1, layers, heads, 1, width],
      opt: [1, layers, heads, 32, width],
      max: [4, layers, heads, 128, width],
    };
    // An entry that is ignored, and those of all tokens but the last.
    const past: EngineShapes = {
      min: [1, layers, heads, 1, width],
      opt: [1, layers, heads, 6, width],
      max: [4, layers, heads, 11, width],
    };
    const encoder = new TritonModel({
      name: 't5-encoder',
      backend: Backend.TENSORRT,
      files: ModelFiles.engineFrom(`${exported}/1/model.onnx`, {
        precision: EnginePrecision.FP16,
        layerPrecisions,
        profiles: [EngineProfile.of({ source_ids: source, attn_mask: source })],
      }),
      maxBatchSize: 4,
    });
    const decoder = new TritonModel({
      name: 't5-decoder',
      backend: Backend.TENSORRT,
      files: ModelFiles.engineFrom(`${ownModel(this, 't5', 'decoder')}/1/model.onnx`, {
        precision: EnginePrecision.FP16,
        layerPrecisions,
        profiles: [
          EngineProfile.of({
            target_ids: { min: [1, 1], opt: [1, 1], max: [4, 1] },
            attn_mask: source,
            cross_keys: cross,
            cross_values: cross,
            past_keys: past,
            past_values: past,
          }),
        ],
      }),
      maxBatchSize: 4,
    });
    const token = new TritonModel({
      name: 't5-token',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromDirectory(ownModel(this, 't5', 'token')),
      maxBatchSize: 4,
      instanceGroups: [InstanceGroup.cpu()],
    });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 't5',
        backend: Backend.PYTHON,
        files: ModelFiles.fromDirectory(artifact('t5', 'generate')),
        maxBatchSize: 4,
        inputs: [Tensor.int32('source_ids', [-1]), Tensor.int32('attn_mask', [-1])],
        outputs: [Tensor.int32('target_ids', [-1])],
        members: [encoder, decoder, token],
        parameters: { FORCE_CPU_ONLY_INPUT_TENSORS: 'no' },
        examples: exportedExamples(`${exported}/../generate`),
      }),
      instanceType: InstanceType.G5_2XLARGE,
      latencyObjective: LatencyObjective.p99(Duration.millis(50)),
      // Keys and values that the models pass on: 220 MB for 4 texts of 128 tokens of flan-t5-large.
      server: { additionalArguments: ['--cuda-memory-pool-byte-size=0:268435456'] },
      scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 1 }),
    });
    Annotations.of(this).acknowledgeWarning(
      'cdk-sagemaker-triton:engine.driver',
      'AWS does not document the GPU driver of jobs. If the driver is too old, the build fails in its first minutes.',
    );
  }
}
