import {
  DescribeInferenceComponentCommand,
  DescribeInferenceComponentOutput,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';

/** Describes an inference component; returns undefined if the inference component does not exist. */
export async function describeComponent(
  client: SageMakerClient,
  InferenceComponentName: string,
): Promise<DescribeInferenceComponentOutput | undefined> {
  return client.send(new DescribeInferenceComponentCommand({ InferenceComponentName })).catch((error: Error) => {
    if (/could not find inference component/i.test(error.message)) return undefined;
    throw error;
  });
}
