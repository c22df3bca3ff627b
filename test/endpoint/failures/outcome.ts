import { App, Stack, StackProps } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import {
  Backend,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelProps,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { folderWith } from '../../model/folders';
import { classifier } from '../fixtures';

/** Properties of an endpoint, or a function that creates them and may add resources to the stack. */
type PropsOrFactory = Partial<TritonRealtimeEndpointProps> | ((stack: Stack) => Partial<TritonRealtimeEndpointProps>);

/** A stack with an endpoint. The endpoint has these properties, in addition to a model and a name. */
export function stackOf(propsOrFactory: PropsOrFactory, stackProps: StackProps = {}): Stack {
  const stack = new Stack(new App(), 'Stack', stackProps);
  const endpointProps = typeof propsOrFactory === 'function' ? propsOrFactory(stack) : propsOrFactory;
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), endpointName: 'shop', ...endpointProps });
  return stack;
}

/** The template of a stack with an endpoint that has these properties. */
export function endpointTemplate(propsOrFactory: PropsOrFactory = {}, stackProps?: StackProps): Template {
  return Template.fromStack(stackOf(propsOrFactory, stackProps));
}

/** Returns the message of the error that an endpoint with these properties causes, or an empty string. */
export function errorOf(propsOrFactory: PropsOrFactory, stackProps?: StackProps): string {
  try {
    stackOf(propsOrFactory, stackProps);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

/** The warnings of an endpoint with these properties. */
export function warningsOf(propsOrFactory: PropsOrFactory, stackProps?: StackProps): string[] {
  return Annotations.fromStack(stackOf(propsOrFactory, stackProps))
    .findWarning('/Stack/Endpoint', Match.anyValue())
    .map(({ entry }) => String(entry.data));
}

/** A model with these files. All other properties of the model are valid. */
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
