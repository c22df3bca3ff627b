import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, Scaling, TritonInferenceComponents, TritonInferenceComponentsProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';

type Components = TritonInferenceComponentsProps['components'];

/** Two components with the ONNX classifier, without scaling. */
export function twoComponents(overrides: Partial<Components[number]> = {}): Components {
  const component = { model: classifier(), scaling: Scaling.none() };
  return [
    { ...component, componentName: 'classifier', ...overrides },
    { ...component, componentName: 'detector' },
  ];
}

/** Synthesizes the endpoint `shared` with two components on instances with one GPU, and returns the folder of the assembly. */
export function synthesizeComponents(outdir: string, props: Partial<TritonInferenceComponentsProps> = {}): string {
  const app = new App({ outdir });
  new TritonInferenceComponents(new Stack(app, 'Serving'), 'Shared', {
    endpointName: 'shared',
    instanceType: InstanceType.G5_XLARGE,
    minInstanceCount: 2,
    maxInstanceCount: 6,
    components: twoComponents(),
    ...props,
  });
  return app.synth().directory;
}
