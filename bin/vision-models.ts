import { Backend, Ensemble, EnsembleStep, ModelExample, ModelFiles, Tensor, TritonModel, Warmup } from '../lib';
import { artifact } from './model-folders';

/** Four models of four kinds: TorchScript, ONNX, Python, and an ensemble of preprocessing and classifier. */
export function visionModels(): TritonModel[] {
  const torchscript = new TritonModel({
    name: 'classifier-pt',
    backend: Backend.PYTORCH,
    files: ModelFiles.fromDirectory(artifact('image-classifier', 'torchscript')),
    maxBatchSize: 16,
    inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
    outputs: [Tensor.fp32('OUTPUT__0', [10])],
    warmup: [Warmup.zeros(), Warmup.zeros({ batchSize: 16 })],
    examples: [ModelExample.fromFile(artifact('image-classifier', 'torchscript.example.json'))],
  });
  const onnx = new TritonModel({
    name: 'classifier-onnx',
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
    maxBatchSize: 16,
    examples: [ModelExample.fromFile(artifact('image-classifier', 'onnx.example.json'))],
  });
  const preprocessing = new TritonModel({
    name: 'preprocessing',
    backend: Backend.PYTHON,
    files: ModelFiles.fromDirectory(artifact('image-pipeline', 'preprocess')),
    maxBatchSize: 16,
    inputs: [Tensor.uint8('pixels', [32, 32, 3])],
    outputs: [Tensor.fp32('image', [3, 32, 32])],
    examples: [ModelExample.fromFile(artifact('image-pipeline', 'preprocess.example.json'))],
  });
  const steps: EnsembleStep[] = [
    { model: preprocessing, inputMap: { pixels: 'pixels' }, outputMap: { image: 'normalized' } },
    { model: onnx, inputMap: { image: 'normalized' }, outputMap: { scores: 'scores' } },
  ];
  const pipeline = new TritonModel({
    name: 'pixels-to-scores',
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    inputs: [Tensor.uint8('pixels', [32, 32, 3])],
    outputs: [Tensor.fp32('scores', [10])],
    ensemble: Ensemble.of(steps),
    examples: [ModelExample.fromFile(artifact('image-pipeline', 'pixels-to-scores.example.json'))],
  });
  return [torchscript, onnx, preprocessing, pipeline];
}
