import * as path from 'path';
import { Backend, Ensemble, ModelExample, ModelFiles, Tensor, TritonModel } from '../lib';

const ARTIFACTS = path.join(__dirname, '..', 'model-artifacts');
const PIXELS = Tensor.uint8('pixels', [32, 32, 3]);
const SCORES = Tensor.fp32('scores', [10]);

function example(file: string): ModelExample[] {
  return [ModelExample.fromFile(path.join(ARTIFACTS, file))];
}

/** Four models of four kinds: TorchScript, ONNX, Python, and an ensemble of preprocessing and classifier. */
export function visionModels(): TritonModel[] {
  const torchscript = new TritonModel({
    name: 'classifier-pt',
    backend: Backend.PYTORCH,
    files: ModelFiles.fromDirectory(path.join(ARTIFACTS, 'image-classifier', 'torchscript')),
    maxBatchSize: 16,
    inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
    outputs: [Tensor.fp32('OUTPUT__0', [10])],
    examples: example('image-classifier/torchscript.example.json'),
  });
  const onnx = new TritonModel({
    name: 'classifier-onnx',
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(path.join(ARTIFACTS, 'image-classifier', 'onnx')),
    maxBatchSize: 16,
    inputs: [Tensor.fp32('image', [3, 32, 32])],
    outputs: [SCORES],
    examples: example('image-classifier/onnx.example.json'),
  });
  const preprocessing = new TritonModel({
    name: 'preprocessing',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(path.join(ARTIFACTS, 'image-preprocessing', 'python')),
    maxBatchSize: 16,
    inputs: [PIXELS],
    outputs: [Tensor.fp32('image', [3, 32, 32])],
    examples: example('image-preprocessing/python.example.json'),
  });
  const pipeline = new TritonModel({
    name: 'pixels-to-scores',
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    inputs: [PIXELS],
    outputs: [SCORES],
    ensemble: Ensemble.of([
      { model: preprocessing, inputMap: { pixels: 'pixels' }, outputMap: { image: 'normalized' } },
      { model: onnx, inputMap: { image: 'normalized' }, outputMap: { scores: 'scores' } },
    ]),
    examples: example('image-preprocessing/ensemble.example.json'),
  });
  return [torchscript, onnx, preprocessing, pipeline];
}
