import * as path from 'path';
import { Size } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import {
  Backend,
  ModelConfig,
  InstanceGroup,
  InstanceType,
  ModelFiles,
  Scaling,
  TritonImage,
  TritonModelProps,
  TritonRealtimeEndpointProps,
} from '../../lib';
import { checkModelData } from '../../lib/endpoint/models/check-model-data';
import { ARTIFACTS_FOLDER, classifier, stackWith } from './fixtures';

const CPU_TYPE = InstanceType.of('ml.c6i.large');
const REGISTRY = '763104351884.dkr.ecr.eu-west-1.';
const USER_IMAGE = '111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1';

/** The image of each SageMaker model, without the part of its name that CloudFormation resolves. */
function imagesOf(props: Partial<TritonRealtimeEndpointProps>): string[] {
  const models = Template.fromStack(stackWith(props, 'eu-west-1')).findResources('AWS::SageMaker::Model');
  return Object.values(models).map(({ Properties }) => {
    const { Image } = Properties.PrimaryContainer;
    return typeof Image === 'string'
      ? Image
      : Image['Fn::Join'][1].filter((part: unknown) => typeof part === 'string').join('…');
  });
}

describe('an endpoint on a type without GPUs', () => {
  const template = Template.fromStack(stackWith({ instanceType: CPU_TYPE }));

  test('runs the image that AWS publishes for such instances', () => {
    expect(imagesOf({ instanceType: CPU_TYPE })).toEqual([`${REGISTRY}…/sagemaker-tritonserver:26.05-py3-cpu`]);
    expect(imagesOf({ instanceType: CPU_TYPE, image: TritonImage.forRelease('24.09') })).toEqual([
      expect.stringMatching(/:24\.09-py3-cpu$/),
    ]);
  });

  test('runs a user’s image without a change of its name', () => {
    expect(imagesOf({ instanceType: CPU_TYPE, image: TritonImage.of(USER_IMAGE, { release: '24.10' }) })).toEqual([
      USER_IMAGE,
    ]);
  });

  test('has a saturation alarm on CPUs instead of GPUs, and no graph of GPUs', () => {
    const alarms = JSON.stringify(template.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms).toContain('IF(latency > 800000, cpu / 2, 0)');
    expect(alarms).toContain('CPUUtilization');
    const dashboards = JSON.stringify(template.findResources('AWS::CloudWatch::Dashboard'));
    expect(dashboards).toContain('CPU (200 % = all 2)');
    expect(`${alarms}${dashboards}`).not.toContain('GPU');
  });
});

test('variants with and without GPUs can use the same release, each with its own image tag', () => {
  const variants = [{ variantName: 'Gpu' }, { variantName: 'Cpu', instanceType: CPU_TYPE }];
  const images = imagesOf({ variants, image: TritonImage.forRelease('25.09') });
  expect(images.map((image) => image.replace(/.*:/, ''))).toEqual(['25.09-py3', '25.09-py3-cpu']);
});

describe('on a type without GPUs, synthesis rejects', () => {
  const engine: Partial<TritonModelProps> = {
    backend: Backend.TENSORRT,
    files: ModelFiles.fromEngineBuild(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx', '1', 'model.onnx')),
  };
  test.each<[string, Partial<TritonRealtimeEndpointProps>, RegExp]>([
    [
      'instances of the model on GPUs',
      { model: classifier({ instanceGroups: [InstanceGroup.gpu()] }) },
      /KIND_GPU needs a GPU.*use KIND_CPU.*ig\.gpu-none/,
    ],
    [
      'instances of the model on numbered GPUs',
      { model: classifier({ instanceGroups: [InstanceGroup.gpu({ gpus: [0] })] }) },
      /gpu 0 does not exist.*ig\.gpu-id/,
    ],
    [
      'TensorRT',
      { model: classifier({ backend: Backend.TENSORRT }) },
      /TensorRT needs a GPU, and ml\.c6i\.large has none.*trt\.cpuimage/,
    ],
    [
      'an engine that the deployment builds',
      { model: classifier(engine) },
      /got ml\.c6i\.large, which has no GPU.*engine\.instance-type/,
    ],
    [
      'scaling on GPU utilization',
      { scaling: Scaling.gpuUtilization({ maxCapacity: 2, percent: 60 }) },
      /sm\.scaling-gpu-count/,
    ],
  ])('%s', (_, props, message) => {
    expect(() => stackWith({ instanceType: CPU_TYPE, ...props })).toThrow(message);
  });
});

test('an execution accelerator for GPUs has no effect and causes a warning', () => {
  const model = classifier({
    config: ModelConfig.fromText(
      'optimization { execution_accelerators { gpu_execution_accelerator [{ name: "tensorrt" }] } }',
    ),
  });
  const foundRules = model.validate({ instanceType: CPU_TYPE }).map(({ ruleId, severity }) => `${severity} ${ruleId}`);
  expect(foundRules).toEqual(['warning onnx.gpu-accel-cpu']);
});

test('model files that exceed the memory of the type cause a warning', () => {
  const model = classifier();
  const small = { name: 'ml.tiny', gpuCount: 0, memory: Size.bytes(1) } as unknown as InstanceType;
  expect(checkModelData(model, CPU_TYPE)).toEqual([]);
  expect(checkModelData(model, small)).toMatchObject([{ ruleId: 'sm.memory', severity: 'warning' }]);
});
