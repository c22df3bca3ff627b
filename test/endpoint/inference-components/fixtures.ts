import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import {
  InferenceComponentOptions,
  InstanceType,
  TritonInferenceComponents,
  TritonInferenceComponentsProps,
} from '../../../lib';
import { classifier } from '../fixtures';

/** A component with the classifier. */
export function component(
  componentName: string,
  overrides: Partial<InferenceComponentOptions> = {},
): InferenceComponentOptions {
  return { componentName, model: classifier({ name: componentName }), ...overrides };
}

export function stackInRegion(): Stack {
  return new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'us-east-1' } });
}

/** An endpoint named `vision` with the components `cat` and `dog` on instances with four GPUs, by default in a new stack. */
export function createVisionEndpoint(
  props: Partial<TritonInferenceComponentsProps> = {},
  stack = stackInRegion(),
): TritonInferenceComponents {
  return new TritonInferenceComponents(stack, 'Vision', {
    endpointName: 'vision',
    instanceType: InstanceType.G5_12XLARGE,
    maxInstanceCount: 4,
    components: [component('cat'), component('dog')],
    ...props,
  });
}

export const templateOf = ({ stack }: TritonInferenceComponents): Template => Template.fromStack(stack);

/** Properties of the resource of an inference component. */
export function componentProperties(template: Template, componentName: string): ReturnType<Template['toJSON']> {
  const resources = template.findResources('AWS::SageMaker::InferenceComponent', {
    Properties: { InferenceComponentName: `vision-${componentName}` },
  });
  return Object.values(resources)[0].Properties;
}

/** Properties of the only variant, which describe the fleet. */
export function fleetProperties(template: Template): ReturnType<Template['toJSON']> {
  const [{ Properties }] = Object.values(template.findResources('AWS::SageMaker::EndpointConfig'));
  expect(Properties.ProductionVariants).toHaveLength(1);
  return Properties.ProductionVariants[0];
}

/** The warnings of an endpoint, each with its rule ID. */
export function warningsOf({ stack }: TritonInferenceComponents): string[] {
  return Annotations.fromStack(stack)
    .findWarning('*', Match.anyValue())
    .map(({ entry }) => String(entry.data));
}

/** The errors with which an endpoint is rejected. */
export function problemsOf(props: Partial<TritonInferenceComponentsProps>): string[] {
  try {
    createVisionEndpoint(props);
  } catch (error) {
    const problems = (error as Error).message.split('\n').filter((line) => line.startsWith('  - '));
    if (problems.length === 0) throw error;
    return problems;
  }
  return [];
}
