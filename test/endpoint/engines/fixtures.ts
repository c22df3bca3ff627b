import * as fs from 'fs';
import * as path from 'path';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  EngineOptions,
  EnginePrecision,
  EngineProfile,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelProps,
} from '../../../lib';
import { folderWith } from '../../model/folders';
import { initializer, onnxBytes, onnxTensor } from '../../model/onnx-bytes';

const FP32 = 1;
const INT64 = 7;

let onnx = '';

/** An ONNX file with open batch and length, whose weights are in a file of their own. */
export function bertOnnx(): string {
  // Another file of tests that runs in this process may have removed it.
  if (!fs.existsSync(onnx)) {
    const graph = onnxBytes({
      inputs: [onnxTensor('token_ids', INT64, [-1, -1])],
      outputs: [onnxTensor('logits', FP32, [-1, 2])],
      initializers: [initializer('weights', { location: 'bert.data' })],
    });
    onnx = path.join(folderWith({ 'bert.onnx': graph, 'bert.data': 'weights' }), 'bert.onnx');
  }
  return onnx;
}

export const PROFILE = EngineProfile.of({ token_ids: { min: [1, 16], opt: [8, 128], max: [16, 512] } });

/** An engine of it, in half precision. */
export function bertFiles(options: EngineOptions = {}): ModelFiles {
  return ModelFiles.engineFrom(bertOnnx(), { precision: EnginePrecision.FP16, profiles: [PROFILE], ...options });
}

/** BERT, of which the deployment builds an engine. */
export function bert(props: Partial<TritonModelProps> = {}, options: EngineOptions = {}): TritonModel {
  return new TritonModel({
    name: 'bert',
    backend: Backend.TENSORRT,
    files: bertFiles(options),
    maxBatchSize: 16,
    ...props,
  });
}

/** The same with an ONNX file in S3, of which nothing is known at synthesis. */
export function bertInS3(bucket: IBucket): TritonModel {
  return bert({
    files: ModelFiles.engineFromS3(bucket, 'models/bert.onnx', 'v1', { profiles: [PROFILE] }),
    inputs: [Tensor.int64('token_ids', [-1])],
    outputs: [Tensor.fp32('logits', [2])],
  });
}
