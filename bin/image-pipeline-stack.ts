import { Size, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Backend, Ensemble, EnsembleStep, InstanceGroup, Tensor, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** An ensemble that converts the pixels of an image to the name of its class, with Python models before and after the classifier. */
export class ImagePipelineStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const onCpu = InstanceGroup.cpu({ count: 2 });
    const preprocess = TritonModel.fromDirectory(artifact('image-pipeline', 'preprocess'), {
      maxBatchSize: 16,
      inputs: [Tensor.uint8('pixels', [32, 32, 3])],
      outputs: [Tensor.fp32('image', [3, 32, 32])],
      instanceGroups: [onCpu],
    });
    const classifier = TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), {
      name: 'classifier',
      maxBatchSize: 16,
    });
    const label = TritonModel.fromDirectory(artifact('image-pipeline', 'label'), {
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
      // The metrics show which of the models is slow. The metrics exporter is a fifth instance of a Python model in the shared memory.
      monitoring: { serverMetrics: true },
      server: { pythonSharedMemory: Size.mebibytes(8) },
    });
  }
}
