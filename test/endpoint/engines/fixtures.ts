import * as fs from 'fs';
import * as path from 'path';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  EngineOptions,
  EnginePrecision,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelProps,
} from '../../../lib';
import { folderWith } from '../../model/folders';
import { initializer, onnxBytes, onnxTensor } from '../../model/onnx-bytes';

const FP32 = 1;
const INT64 = 7;

let cachedFile = '';

/** Path of an ONNX file with a variable batch size and length. Its weights are in a separate file. */
export function bertOnnxPath(): string {
  // A different test in this process may have deleted the file.
  if (!fs.existsSync(cachedFile)) {
    const graph = onnxBytes({
      inputs: [onnxTensor('token_ids', INT64, [-1, -1])],
      outputs: [onnxTensor('logits', FP32, [-1, 2])],
      initializers: [initializer('weights', { location: 'bert.data' })],
    });
    cachedFile = path.join(folderWith({ 'bert.onnx': graph, 'bert.data': 'weights' }), 'bert.onnx');
  }
  return cachedFile;
}

export const PROFILE = { token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } };

/** Files of a model whose engine the deployment builds from the ONNX file, in half precision. */
export function bertFiles(options: EngineOptions = {}): ModelFiles {
  return ModelFiles.fromEngineBuild(bertOnnxPath(), {
    precision: EnginePrecision.FP16,
    profiles: [PROFILE],
    ...options,
  });
}

/** BERT with an engine that the deployment builds. */
export function bert(props: Partial<TritonModelProps> = {}, options: EngineOptions = {}): TritonModel {
  return new TritonModel({
    name: 'bert',
    backend: Backend.TENSORRT,
    files: bertFiles(options),
    maxBatchSize: 16,
    ...props,
  });
}

/** BERT with an ONNX file in S3, which is not available at synthesis. */
export function bertInS3(bucket: IBucket): TritonModel {
  return bert({
    files: ModelFiles.fromEngineBuildS3(bucket, 'models/bert.onnx', 'v1', { profiles: [PROFILE] }),
    inputs: [Tensor.int64('token_ids', [-1])],
    outputs: [Tensor.fp32('logits', [2])],
  });
}
