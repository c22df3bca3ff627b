import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { checkAnswer, showShape } from './check-answer';
import { createClient, invoke } from './invoke';
import { ModelRequest, requestsFor } from './requests';
import { Outcome, respond } from './respond';
import { Examples, ModelSpec, SmokeTestProperties } from './test-plan';

/** What is left of the function's time for telling CloudFormation. */
const RESERVE_MILLISECONDS = 15_000;

/** The custom resource `Custom::TritonSmokeTest`: asks the models of an endpoint, and fails the deployment over a wrong answer. */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const outcome = await outcomeOf(event, context).catch((error: unknown): Outcome => ({
    status: 'FAILED',
    reason: `The smoke test could not run: ${error instanceof Error ? error.message : String(error)}`,
  }));
  console.log(`${event.RequestType} ${event.LogicalResourceId}: ${outcome.status}: ${outcome.reason}`);
  await respond(event, context, outcome);
}

async function outcomeOf(event: CloudFormationCustomResourceEvent, context: Context): Promise<Outcome> {
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: 'Nothing to delete' };
  if (event.RequestType === 'Update' && (await rollsBack(event.StackId))) {
    // A failure here would leave the stack between two states.
    return { status: 'SUCCESS', reason: 'Not tested: the stack is rolling back' };
  }
  const properties = event.ResourceProperties as unknown as SmokeTestProperties;
  return test(properties, AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS));
}

async function rollsBack(stackId: string): Promise<boolean> {
  const { isRollingBack } = await import('./stack-status.js');
  return isRollingBack(stackId);
}

async function test(properties: SmokeTestProperties, abortSignal: AbortSignal): Promise<Outcome> {
  const { models } = JSON.parse(properties.Spec) as { models: ModelSpec[] };
  const examples = await examplesOf(properties);
  const requests = models.flatMap((model) => requestsFor(model, examples[model.name]));
  const client = createClient();
  const problems: string[] = [];
  const latencies: number[] = [];
  for (const request of requests) {
    try {
      const answer = await invoke(client, properties.EndpointName, request, abortSignal);
      latencies.push(answer.milliseconds);
      problems.push(...checkAnswer(request, answer).map((problem) => `${titleOf(request)}: ${problem}`));
    } catch (error) {
      problems.push(`${titleOf(request)}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) {
    return {
      status: 'FAILED',
      reason: `Endpoint ${properties.EndpointName} does not answer as it should. ${problems.join('. ')}`,
    };
  }
  return {
    status: 'SUCCESS',
    reason: `${requests.length} of ${requests.length} answers are right`,
    data: { Checked: String(requests.length), MaximumMilliseconds: Math.max(...latencies).toFixed(1) },
  };
}

async function examplesOf({ ExamplesBucket, ExamplesKey }: SmokeTestProperties): Promise<Examples> {
  if (!ExamplesBucket || !ExamplesKey) return {};
  const { readExamples } = await import('./example-store.js');
  return readExamples(ExamplesBucket, ExamplesKey);
}

/** What was asked, in words. */
function titleOf({ model, title, inputs }: ModelRequest): string {
  const shapes = inputs.map(({ name, datatype, shape }) => `${name} ${datatype} ${showShape(shape)}`);
  return `Model ${model.name}, ${title} (${shapes.join(', ')})`;
}
