import { Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Backend, Ensemble, InstanceGroup, ModelFiles, Tensor, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** An ensemble: bytes of an image in, the name of its class out, and between Python steps and the classifier nothing leaves the server. */
export class ImagePipelineStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const onCpu = { backend: Backend.PYTHON, maxBatchSize: 16, instanceGroups: [InstanceGroup.cpu({ count: 2 })] };
    const preprocess = new TritonModel({
      ...onCpu,
      name: 'preprocess',
      files: ModelFiles.fromDirectory(artifact('image-pipeline', 'preprocess')),
      inputs: [Tensor.uint8('pixels', [32, 32, 3])],
      outputs: [Tensor.fp32('image', [3, 32, 32])],
    });
    const classifier = new TritonModel({
      name: 'classifier',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
      maxBatchSize: 16,
    });
    const label = new TritonModel({
      ...onCpu,
      name: 'label',
      files: ModelFiles.fromDirectory(artifact('image-pipeline', 'label')),
      inputs: [Tensor.fp32('scores', [10])],
      outputs: [Tensor.string('label', [1])],
    });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'image-pipeline',
        backend: Backend.ENSEMBLE,
        maxBatchSize: 16,
        inputs: [Tensor.uint8('pixels', [32, 32, 3])],
        outputs: [Tensor.string('label', [1])],
        ensemble: Ensemble.of([
          { model: preprocess, inputMap: { pixels: 'pixels' }, outputMap: { image: 'image' } },
          { model: classifier, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } },
          { model: label, inputMap: { scores: 'scores' }, outputMap: { label: 'label' } },
        ]),
      }),
    });
  }
}
