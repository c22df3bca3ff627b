import { ExpectedResult, IApiCall, IntegTest, Match } from '@aws-cdk/integ-tests-alpha';
import { App, Duration, Stack } from 'aws-cdk-lib';
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

  /** The instances of a variant have published how busy their GPUs are, which takes some minutes and a permission. */
  public publishesGpuUtilization(endpointName: string, variantName: string): void {
    const dimensions = { EndpointName: endpointName, VariantName: variantName };
    this.call(
      'cloudwatch',
      'ListMetrics',
      {
        Namespace: '/aws/sagemaker/Endpoints',
        MetricName: 'GPUUtilization',
        RecentlyActive: 'PT3H',
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      },
      { Metrics: Match.arrayWith([Match.objectLike({ MetricName: 'GPUUtilization' })]) },
    ).waitForAssertions({ totalTimeout: Duration.minutes(20), interval: Duration.minutes(1) });
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

const EXAMPLE = ModelExample.fromFile(artifact('image-classifier', 'onnx.example.json'));

/** The shipped classifier of images. */
export function classifier(name: string, examples: ModelExample[] = [EXAMPLE]): TritonModel {
  return new TritonModel({
    name,
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
    maxBatchSize: 16,
    examples,
  });
}

/** The same image, with scores that the classifier does not answer: the smoke test of an endpoint has to fail. */
export function wrongExample(): ModelExample {
  const { request, response } = EXAMPLE;
  const [scores] = response?.outputs ?? [];
  return ModelExample.of({ request, response: { outputs: [{ ...scores, data: scores.data.map(() => 42) }] } });
}
