import { Duration } from 'aws-cdk-lib';
import { InferenceType, LatencyObjective, ModelExample, MonitoringOptions, TritonRealtimeEndpoint } from '../../../lib';
import { Switches } from '../behavior';
import { AwsError } from '../call';
import { simulate, Simulation } from '../simulation';
import { Deployer } from './deployer';
import { createModel } from './test-models';
import { synthesize, SynthesizedStack } from './synthesize';
import { SEED } from '../../setup/proof';

const NAME = 'stories';

const example = ModelExample.of({ request: { numbers: [1, 2, 3, 4] }, response: { doubled: [2, 4, 6, 8] } });

/** A version of a stack with an endpoint that streams responses. */
function synthesizeVersion(name: string, monitoring?: MonitoringOptions): SynthesizedStack {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: NAME,
      model: createModel(`streaming-${name}`).withOverrides({ maxBatchSize: 0, decoupled: true, examples: [example] }),
      server: { inferenceType: InferenceType.GENERATE_STREAM },
      monitoring,
    });
  });
}

const FIRST = synthesizeVersion('first');
const SECOND = synthesizeVersion('second');
const WITH_OBJECTIVE = synthesizeVersion('third', { firstChunkObjective: LatencyObjective.p99(Duration.millis(100)) });

/** The stream of a container: two responses, or one response and an error. */
async function* streamParts(isComplete: boolean): AsyncIterable<object> {
  const toPart = (doubled: number[]): object => ({
    PayloadPart: { Bytes: Buffer.from(`data: ${JSON.stringify({ model_name: 'doubler', doubled })}\n\n`) },
  });
  yield toPart([2, 4]);
  if (!isComplete) throw new AwsError('ModelStreamError', 'StreamBroken: the connection to the model was closed');
  yield toPart([6, 8]);
}

function streamResponse(isComplete: boolean): Record<string, unknown> {
  return { ContentType: 'text/event-stream', Body: streamParts(isComplete) };
}

/** Deploys the first version, whose containers return complete streams, and runs a test. `firstModel` is the name of its SageMaker model. */
function withFirstVersion<T>(
  testBody: (deployer: Deployer, aws: Simulation, firstModel: string) => Promise<T>,
  switches?: Switches,
): Promise<T> {
  return simulate({ seed: SEED, switches }, async (aws) => {
    const deployer = new Deployer(aws);
    aws.sagemaker.hooks.invoke = async () => streamResponse(true);
    expect((await deployer.deploySynthesized(FIRST)).status).toBe('CREATE_COMPLETE');
    return testBody(deployer, aws, aws.sagemaker.servingVariants(NAME)[0].modelName);
  });
}

/** The reason why the deployment failed. */
function reasonOf({ cloudformation }: Simulation): string | undefined {
  return cloudformation.stacks.get('App')?.events.find(({ status }) => /^(CREATE|UPDATE)_FAILED$/.test(status))?.reason;
}

test('a first deployment with interrupted streams fails its smoke test with a message', () =>
  simulate({ seed: SEED }, async (aws) => {
    const deployer = new Deployer(aws);
    aws.sagemaker.hooks.invoke = async () => streamResponse(false);
    expect((await deployer.deploySynthesized(FIRST)).status).toBe('ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain("the model's stream of responses broke.");
  }));

test('a version with interrupted streams is rolled back by the probe during baking', () =>
  withFirstVersion(async (deployer, aws, firstModel) => {
    aws.sagemaker.hooks.invoke = async ({ modelName }) => streamResponse(modelName === firstModel);
    expect((await deployer.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain(`alarm state: [${NAME}/AllTraffic/probe/`);
    expect(aws.sagemaker.servingVariants(NAME).map(({ modelName }) => modelName)).toEqual([firstModel]);
  }));

test('a version with some interrupted streams is rolled back by the alarm on streams', () =>
  withFirstVersion(async (deployer, aws, firstModel) => {
    aws.sagemaker.hooks.quality = ({ modelName }) => (modelName === firstModel ? {} : { brokenStreams: 0.2 });
    expect((await deployer.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain(`alarm state: [${NAME}/AllTraffic/midStreamErrors/`);
    expect(aws.sagemaker.servingVariants(NAME).map(({ modelName }) => modelName)).toEqual([firstModel]);
  }));

test('a version that exceeds the objective for the first part of streams is rolled back', () =>
  withFirstVersion(async (deployer, aws, firstModel) => {
    aws.sagemaker.hooks.quality = ({ modelName }) => (modelName === firstModel ? {} : { firstChunkMilliseconds: 400 });
    expect((await deployer.deploySynthesized(WITH_OBJECTIVE)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain(`alarm state: [${NAME}/AllTraffic/firstChunkLatency/`);
  }));

test('without metrics of streams, a version can be deployed, and the probe detects interrupted streams', () =>
  withFirstVersion(
    async (deployer, aws) => {
      expect((await deployer.deploySynthesized(WITH_OBJECTIVE)).status).toBe('UPDATE_COMPLETE');
      expect((await deployer.deploySynthesized(FIRST)).status).toBe('UPDATE_COMPLETE');
      const [{ modelName: servedModel }] = aws.sagemaker.servingVariants(NAME);
      aws.sagemaker.hooks.invoke = async ({ modelName }) => streamResponse(modelName === servedModel);
      expect((await deployer.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    },
    { 'sagemaker.stream-metrics': false },
  ));
