import { App, Stack, StackProps } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Backend, ModelFiles, Tensor, TritonModel, TritonModelProps, TritonRealtimeEndpoint } from '../../../lib';
import { TritonRealtimeEndpointProps } from '../../../lib';
import { folderWith } from '../../model/folders';
import { classifier } from '../fixtures';

/** Properties, or what makes them for a stack. */
type Given = Partial<TritonRealtimeEndpointProps> | ((stack: Stack) => Partial<TritonRealtimeEndpointProps>);

/** The stack of an endpoint with these properties. */
export function stackOf(given: Given, props: StackProps = {}): Stack {
  const stack = new Stack(new App(), 'Stack', props);
  const own = typeof given === 'function' ? given(stack) : given;
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), endpointName: 'shop', ...own });
  return stack;
}

/** The template of an endpoint with these properties. */
export function templateOf(given: Given = {}, props?: StackProps): Template {
  return Template.fromStack(stackOf(given, props));
}

/** The error that synthesis ends with; empty when there is none. */
export function errorOf(given: Given, props?: StackProps): string {
  try {
    stackOf(given, props);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

/** The warnings of an endpoint with these properties. */
export function warningsOf(given: Given, props?: StackProps): string[] {
  return Annotations.fromStack(stackOf(given, props))
    .findWarning('/Stack/Endpoint', Match.anyValue())
    .map(({ entry }) => String(entry.data));
}

/** A model with these files and nothing that is wrong otherwise. */
export function modelWith(
  backend: Backend,
  files: { [path: string]: string | Buffer },
  overrides: Partial<TritonModelProps> = {},
): TritonModel {
  return new TritonModel({
    name: 'model',
    backend,
    files: ModelFiles.fromDirectory(folderWith(files)),
    inputs: [Tensor.fp32('x', [4])],
    outputs: [Tensor.fp32('y', [4])],
    ...overrides,
  });
}

/** A Python model with this code. */
export function pythonModel(code = 'pass', overrides: Partial<TritonModelProps> = {}): TritonModel {
  return modelWith(Backend.PYTHON, { '1/model.py': code }, overrides);
}
