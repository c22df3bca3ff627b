import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Backend, InstanceType, Scaling, TritonMultiModelEndpoint, TritonMultiModelEndpointProps } from '../../../lib';
import { classifier } from '../fixtures';
import { createVisionEndpoint, modelOfSize, multiModelTemplate, propertiesOf, warningsOf } from './fixtures';

const M5_LARGE = InstanceType.of('ml.m5.large'); // 2 vCPUs, 8 GiB

const createOnCpu = (props: Partial<TritonMultiModelEndpointProps> = {}): TritonMultiModelEndpoint =>
  createVisionEndpoint({ instanceType: M5_LARGE, ...props });

describe('a multi-model endpoint on instances without GPUs', () => {
  const endpoint = createOnCpu();
  const template = multiModelTemplate(endpoint);

  test('has no findings', () => expect(warningsOf(endpoint)).toEqual([]));

  test('runs the image for such instances, without an AMI', () => {
    const container = propertiesOf(template, 'AWS::SageMaker::Model').Containers?.[0];
    const { PrimaryContainer = container } = propertiesOf(template, 'AWS::SageMaker::Model');
    expect(JSON.stringify(PrimaryContainer.Image)).toContain('sagemaker-tritonserver:26.05-py3-cpu');
    expect(PrimaryContainer.Mode).toBe('MultiModel');
    const [variant] = propertiesOf(template, 'AWS::SageMaker::EndpointConfig').ProductionVariants;
    expect(variant).toMatchObject({ InstanceType: 'ml.m5.large' });
    expect(variant).not.toHaveProperty('InferenceAmiVersion');
  });

  test('scales at 60 % of its vCPUs', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      TargetTrackingScalingPolicyConfiguration: Match.objectLike({
        TargetValue: 120,
        CustomizedMetricSpecification: Match.objectLike({ MetricName: 'CPUUtilization', Statistic: 'Average' }),
        ScaleInCooldown: 600,
        ScaleOutCooldown: 200,
      }),
    });
  });

  test('has the alarms and graphs of the loading of models and of the CPU, and none of GPUs', () => {
    const dashboard = JSON.stringify(propertiesOf(template, 'AWS::CloudWatch::Dashboard').DashboardBody);
    for (const metric of ['ModelCacheHit', 'CPUUtilization', 'MemoryUtilization']) expect(dashboard).toContain(metric);
    expect(dashboard).not.toContain('GPUUtilization');
    const alarms = Object.keys(template.findResources('AWS::CloudWatch::Alarm')).join();
    expect(alarms).toMatch(/ModelCacheThrash/);
    expect(alarms).toMatch(/CpuSaturation/);
    expect(alarms).not.toMatch(/GpuSaturation/);
  });
});

describe('on instances without GPUs', () => {
  let workFolder: string;
  beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'multi-model-'))));
  afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

  test('a model larger than the memory is a warning', () => {
    expect(warningsOf(createOnCpu({ models: [modelOfSize(workFolder, 'giant', 9)] })).join('\n')).toMatch(
      /'giant' has 9\.0 GiB of files; ml\.m5\.large has 8\.0 GiB of memory.*\/mme\.model-memory\)/,
    );
    expect(warningsOf(createOnCpu({ models: [modelOfSize(workFolder, 'large', 7)] })).join('\n')).not.toContain(
      'mme.model-memory',
    );
  });

  test.each([
    ['a TensorRT model', { models: [classifier({ backend: Backend.TENSORRT })] }, /backend\.gpu|tensorrt/i],
    ['an Arm type', { instanceType: InstanceType.of('ml.c7g.large') }, /\/sm\.arm\)/],
    ['an accelerator other than a GPU', { instanceType: InstanceType.of('ml.inf2.xlarge') }, /\/sm\.no-gpu\)/],
    [
      'scaling on GPU utilization',
      { scaling: Scaling.gpuUtilization({ maxCapacity: 4, percent: 60 }) },
      /\/sm\.scaling-gpu-count\)/,
    ],
    [
      'the default scaling of a type with an unknown number of vCPUs',
      { instanceType: InstanceType.of('ml.m9i.large') },
      /scaling: got none with ml\.m9i\.large, whose number of vCPUs is not known.*\/sm\.scaling-gpu-count\)/,
    ],
  ])('%s is rejected', (_, props, message) => expect(() => createOnCpu(props)).toThrow(message));

  test('a newer type is accepted with a scaling strategy', () => {
    const stack = new Stack(new App(), 'Stack');
    const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 10 });
    const endpoint = createVisionEndpoint({ instanceType: InstanceType.of('ml.m9i.large'), scaling }, stack);
    expect(warningsOf(endpoint).join()).toContain('sm.variant-type');
  });
});
