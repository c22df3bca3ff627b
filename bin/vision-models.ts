import { Backend, Ensemble, EnsembleStep, ModelExample, Tensor, TritonModel, Warmup } from '../lib';
import { artifact } from './model-folders';

/** Four kinds of models: TorchScript, ONNX, Python, and an ensemble of the preprocessing and the classifier. */
export function visionModels(): TritonModel[] {
  const torchscript = TritonModel.fromDirectory(artifact('image-classifier', 'torchscript'), {
    name: 'classifier-pt',
    maxBatchSize: 16,
    inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
    outputs: [Tensor.fp32('OUTPUT__0', [10])],
    warmup: [Warmup.zeros(), Warmup.zeros({ batchSize: 16 })],
  });
  const onnx = TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), {
    name: 'classifier-onnx',
    maxBatchSize: 16,
  });
  const preprocessing = TritonModel.fromDirectory(artifact('image-pipeline', 'preprocess'), {
    name: 'preprocessing',
    maxBatchSize: 16,
    inputs: [Tensor.uint8('pixels', [32, 32, 3])],
    outputs: [Tensor.fp32('image', [3, 32, 32])],
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
