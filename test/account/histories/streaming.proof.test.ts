import { Duration } from 'aws-cdk-lib';
import { InferenceType, LatencyObjective, ModelExample, MonitoringOptions, TritonRealtimeEndpoint } from '../../../lib';
import { Switches } from '../behaviour';
import { AwsError } from '../call';
import { simulate, Simulation } from '../simulation';
import { Life } from './life';
import { model } from './models';
import { synthesize, Synthesized } from './synthesize';

const NAME = 'stories';

const example = ModelExample.of({ request: { numbers: [1, 2, 3, 4] }, response: { doubled: [2, 4, 6, 8] } });

/** A version of an app whose endpoint streams. */
function version(name: string, monitoring?: MonitoringOptions): Synthesized {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: NAME,
      model: model(`streaming-${name}`).withOverrides({ maxBatchSize: 0, decoupled: true, examples: [example] }),
      server: { inferenceType: InferenceType.GENERATE_STREAM },
      monitoring,
    });
  });
}

const FIRST = version('first');
const SECOND = version('second');
const WITH_OBJECTIVE = version('third', { firstChunkObjective: LatencyObjective.p99(Duration.millis(100)) });

/** What a container streams: two responses, or one and then nothing more. */
async function* stories(isWhole: boolean): AsyncIterable<object> {
  const part = (doubled: number[]): object => ({
    PayloadPart: { Bytes: Buffer.from(`data: ${JSON.stringify({ model_name: 'doubler', doubled })}\n\n`) },
  });
  yield part([2, 4]);
  if (!isWhole) throw new AwsError('ModelStreamError', 'StreamBroken: the connection to the model was closed');
  yield part([6, 8]);
}

function streamed(isWhole: boolean): Record<string, unknown> {
  return { ContentType: 'text/event-stream', Body: stories(isWhole) };
}

/** An account with the first version deployed, whose containers stream whole stories. */
function story<T>(tell: (life: Life, aws: Simulation, first: string) => Promise<T>, switches?: Switches): Promise<T> {
  return simulate({ seed: 1, switches }, async (aws) => {
    const life = new Life(aws);
    aws.sagemaker.hooks.invoke = async () => streamed(true);
    expect((await life.deploySynthesized(FIRST)).status).toBe('CREATE_COMPLETE');
    return tell(life, aws, aws.sagemaker.serving(NAME)[0].modelName);
  });
}

/** Why the deployment failed. */
function reasonOf({ engine }: Simulation): string | undefined {
  return engine.stacks.get('App')?.events.find(({ status }) => /^(CREATE|UPDATE)_FAILED$/.test(status))?.reason;
}

test('a first deployment whose streams break off fails its smoke test, in words', () =>
  simulate({ seed: 1 }, async (aws) => {
    const life = new Life(aws);
    aws.sagemaker.hooks.invoke = async () => streamed(false);
    expect((await life.deploySynthesized(FIRST)).status).toBe('ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain("the model's stream of responses broke.");
  }));

test('a version whose streams are whole replaces the one before', () =>
  story(async (life, aws, first) => {
    expect((await life.deploySynthesized(SECOND)).status).toBe('UPDATE_COMPLETE');
    expect(aws.sagemaker.serving(NAME)[0].modelName).not.toBe(first);
  }));

test('a version whose streams break off goes back: the probe finds it while the new fleet bakes', () =>
  story(async (life, aws, first) => {
    aws.sagemaker.hooks.invoke = async ({ modelName }) => streamed(modelName === first);
    expect((await life.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain(`alarm state: [${NAME}/AllTraffic/probe/`);
    expect(aws.sagemaker.serving(NAME).map(({ modelName }) => modelName)).toEqual([first]);
  }));

test('so does one whose streams break off for some callers, which the alarm on streams finds', () =>
  story(async (life, aws, first) => {
    aws.sagemaker.hooks.quality = ({ modelName }) => (modelName === first ? {} : { brokenStreams: 0.2 });
    expect((await life.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain(`alarm state: [${NAME}/AllTraffic/midStreamErrors/`);
    expect(aws.sagemaker.serving(NAME).map(({ modelName }) => modelName)).toEqual([first]);
  }));

test('so does one whose streams begin late, where their first part has an objective', () =>
  story(async (life, aws, first) => {
    aws.sagemaker.hooks.quality = ({ modelName }) => (modelName === first ? {} : { firstChunkMilliseconds: 400 });
    expect((await life.deploySynthesized(WITH_OBJECTIVE)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(reasonOf(aws)).toContain(`alarm state: [${NAME}/AllTraffic/firstChunkLatency/`);
  }));

test('without metrics of streams, a version that streams is deployed, and the probe finds one whose streams break off', () =>
  story(
    async (life, aws) => {
      expect((await life.deploySynthesized(WITH_OBJECTIVE)).status).toBe('UPDATE_COMPLETE');
      expect((await life.deploySynthesized(FIRST)).status).toBe('UPDATE_COMPLETE');
      const [{ modelName: served }] = aws.sagemaker.serving(NAME);
      aws.sagemaker.hooks.invoke = async ({ modelName }) => streamed(modelName === served);
      expect((await life.deploySynthesized(SECOND)).status).toBe('UPDATE_ROLLBACK_COMPLETE');
    },
    { 'sagemaker.stream-metrics': false },
  ));
