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

/** Creates the endpoint `shared` with two components on instances with one GPU. */
export function componentsBuilder(props: Partial<TritonInferenceComponentsProps> = {}): (stack: Stack) => void {
  return (stack) => {
    new TritonInferenceComponents(stack, 'Shared', {
      endpointName: 'shared',
      instanceType: InstanceType.G5_XLARGE,
      minInstanceCount: 2,
      maxInstanceCount: 6,
      components: twoComponents(),
      ...props,
    });
  };
}

/** Synthesizes an app with the stack `Serving`, and returns the folder of the assembly. */
export function synthesizeComponents(outdir: string, props: Partial<TritonInferenceComponentsProps> = {}): string {
  const app = new App({ outdir });
  componentsBuilder(props)(new Stack(app, 'Serving'));
  return app.synth().directory;
}
