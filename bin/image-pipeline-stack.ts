import { Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  Ensemble,
  EnsembleStep,
  InstanceGroup,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../lib';
import { artifact } from './model-folders';

/** An ensemble: bytes of an image in, the name of its class out, and between Python steps and the classifier nothing leaves the server. */
export class ImagePipelineStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const onCpu = InstanceGroup.cpu({ count: 2 });
    const preprocess = new TritonModel({
      name: 'preprocess',
      backend: Backend.PYTHON,
      files: ModelFiles.fromDirectory(artifact('image-pipeline', 'preprocess')),
      maxBatchSize: 16,
      inputs: [Tensor.uint8('pixels', [32, 32, 3])],
      outputs: [Tensor.fp32('image', [3, 32, 32])],
      instanceGroups: [onCpu],
    });
    const classifier = new TritonModel({
      name: 'classifier',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
      maxBatchSize: 16,
    });
    const label = new TritonModel({
      name: 'label',
      backend: Backend.PYTHON,
      files: ModelFiles.fromDirectory(artifact('image-pipeline', 'label')),
      maxBatchSize: 16,
      inputs: [Tensor.fp32('scores', [10])],
      outputs: [Tensor.string('label', [1])],
      instanceGroups: [onCpu],
    });
    const steps: EnsembleStep[] = [
      { model: preprocess, inputMap: { pixels: 'pixels' }, outputMap: { image: 'image' } },
      { model: classifier, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } },
      { model: label, inputMap: { scores: 'scores' }, outputMap: { label: 'label' } },
    ];
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'image-pipeline',
        backend: Backend.ENSEMBLE,
        maxBatchSize: 16,
        inputs: [Tensor.uint8('pixels', [32, 32, 3])],
        outputs: [Tensor.string('label', [1])],
        ensemble: Ensemble.of(steps),
      }),
    });
  }
}
