import { ExpectedResult, IApiCall, IntegTest, Match } from '@aws-cdk/integ-tests-alpha';
import { App, Stack } from 'aws-cdk-lib';
import { artifact } from '../bin/model-folders';
import { Backend, ModelExample, ModelFiles, TritonModel } from '../lib';

/** The stack of an app, and checks of what it made, in a stack that is deployed after it. */
export class Checked {
  /** What is checked. */
  public readonly stack: Stack;
  private readonly test: IntegTest;

  constructor(app: App, id: string) {
    this.stack = new Stack(app, id);
    const assertionStack = new Stack(app, `${id}Checks`);
    assertionStack.addStackDependency(this.stack);
    this.test = new IntegTest(app, `${id}Test`, { testCases: [this.stack], assertionStack });
  }

  /** Calls AWS; the answer has to have a part. */
  public call(service: string, api: string, parameters: object, part: Record<string, unknown>): IApiCall {
    return this.test.assertions.awsApiCall(service, api, parameters).expect(ExpectedResult.objectLike(part));
  }

  /** The endpoint answers zeros with scores. */
  public answers(endpointName: string, targetModel?: string): void {
    const data = Array<number>(3 * 32 * 32).fill(0);
    const inputs = [{ name: 'image', shape: [1, 3, 32, 32], datatype: 'FP32', data }];
    this.call(
      'sagemaker-runtime',
      'InvokeEndpoint',
      {
        EndpointName: endpointName,
        ContentType: 'application/json',
        TargetModel: targetModel,
        Body: JSON.stringify({ inputs }),
      },
      { Body: Match.stringLikeRegexp('"name":"scores","datatype":"FP32","shape":\\[1,10\\]') },
    );
  }
}

/** The shipped classifier of images. */
export function classifier(name: string): TritonModel {
  return new TritonModel({
    name,
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
    maxBatchSize: 16,
    examples: [ModelExample.fromFile(artifact('image-classifier', 'onnx.example.json'))],
  });
}
