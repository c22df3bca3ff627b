import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import {
  Backend,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonModelProps,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../lib';

export const ARTIFACTS_FOLDER = path.join(__dirname, '..', '..', 'model-artifacts');

/** The ONNX classifier in model-artifacts. */
export function classifier(overrides: Partial<TritonModelProps> = {}): TritonModel {
  return new TritonModel({
    name: 'image-classifier',
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx')),
    maxBatchSize: 16,
    inputs: [Tensor.fp32('image', [3, 32, 32])],
    outputs: [Tensor.fp32('scores', [10])],
    ...overrides,
  });
}

export function stackWith(props: Partial<TritonRealtimeEndpointProps> = {}, region?: string): Stack {
  const stack = new Stack(new App(), 'Stack', region ? { env: { region, account: '111122223333' } } : undefined);
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), ...props });
  return stack;
}

/** A policy statement in a template. */
export interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: object;
}

/** The statements of the inline policies in a template. The pattern selects roles and policies by their logical IDs. */
export function statementsOf(template: Template, idPattern = /./): Statement[] {
  const inlinePolicies = Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([id, { Properties }]) =>
    (Properties.Policies ?? []).map((policy: object) => [id, policy]),
  );
  const attachedPolicies = Object.entries(template.findResources('AWS::IAM::Policy')).map(([id, { Properties }]) => [
    id,
    Properties,
  ]);
  return [...inlinePolicies, ...attachedPolicies]
    .filter(([id]) => idPattern.test(id))
    .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
}
