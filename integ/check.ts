import { ExpectedResult, IApiCall, IntegTest, Match } from '@aws-cdk/integ-tests-alpha';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { artifact } from '../bin/model-folders';
import { Backend, ModelExample, ModelFiles, TritonModel } from '../lib';

/** A stack with assertions about its resources. The assertions are in a second stack, which is deployed later. */
export class CheckedStack {
  /** The stack with the resources to check. */
  public readonly stack: Stack;
  private readonly test: IntegTest;

  constructor(app: App, id: string) {
    this.stack = new Stack(app, id);
    const assertionStack = new Stack(app, `${id}Checks`);
    assertionStack.addStackDependency(this.stack);
    this.test = new IntegTest(app, `${id}Test`, { testCases: [this.stack], assertionStack });
  }

  /** Calls an AWS API, and asserts that the response contains the expected properties. */
  public call(service: string, api: string, parameters: object, expected: Record<string, unknown>): IApiCall {
    return this.test.assertions.awsApiCall(service, api, parameters).expect(ExpectedResult.objectLike(expected));
  }

  /**
   * Asserts that the instances of a variant publish GPU utilization. The first metrics arrive after minutes, and the role needs the permission
   * to publish metrics.
   */
  public expectGpuUtilization(endpointName: string, variantName: string): void {
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

  /** Asserts that the endpoint responds with scores to an image of zeros. */
  public expectScores(endpointName: string, targetModel?: string): void {
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

/** The image classifier in `model-artifacts`. */
export function classifier(name: string, examples: ModelExample[] = [EXAMPLE]): TritonModel {
  return new TritonModel({
    name,
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(artifact('image-classifier', 'onnx')),
    maxBatchSize: 16,
    examples,
  });
}

/** An example with incorrect expected scores, which makes the smoke test of an endpoint fail. */
export function wrongExample(): ModelExample {
  const { request, response } = EXAMPLE;
  const [scores] = response?.outputs ?? [];
  return ModelExample.of({ request, response: { outputs: [{ ...scores, data: scores.data.map(() => 42) }] } });
}
