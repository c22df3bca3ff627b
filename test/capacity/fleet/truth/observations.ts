import { Scaling } from '../../../../lib/scaling';
import { invocations, minutesUntil, minutesUntilScaleOut, Observation, simulate } from './observation';

const REPOST = '[re:Post, "Sagemaker autoscaling delay"](https://repost.aws/questions/QUf450Wsd9RROGGOIwaolN9w)';
const repost = {
  instanceType: 'ml.m5.large',
  executionMilliseconds: 1,
  scaling: invocations(1500, 2, { out: 10, in: 100 }),
};

/** Target tracking of 1500 invocations per minute. A load test reached 20000 within seconds. */
function repostScaleOut(): Observation {
  return {
    source: REPOST,
    quantity: 'time from the load until the scale-out',
    from: 5,
    to: 6,
    observed: 'more than 5 minutes',
    dependsOnStart: false,
    simulated: simulate({ ...repost, before: 1, after: 20_000 / 60, minutes: 20 }).map(minutesUntilScaleOut),
  };
}

/** The same endpoint when the load test ends. */
export function repostScaleIn(): Observation {
  return {
    source: REPOST,
    quantity: 'time from the end of the load until the scale-in',
    from: 25,
    to: 30,
    observed: 'more than 25 minutes',
    dependsOnStart: false,
    simulated: simulate({ ...repost, before: 20_000 / 60, after: 0, minutes: 60 }).map((run) =>
      minutesUntil(run, ({ capacity }) => capacity === 1),
    ),
  };
}

const QUICKSTART =
  '[global-sagemaker-quickstart, demo08](https://github.com/toreydai/global-sagemaker-quickstart/blob/0be01331/docs/demo08-endpoint-autoscaling.md)';
const quickstart = {
  instanceType: 'ml.m5.large',
  executionMilliseconds: 100,
  before: 0,
  after: 130 / 60,
};

/** 130 invocations per minute for 5 minutes, with a target of 5. */
function quickstartAlarm(): Observation {
  return {
    source: QUICKSTART,
    quantity: 'time from the load until the scale-out',
    from: 4.5,
    to: 5.5,
    observed: 'about 5 minutes',
    dependsOnStart: false,
    simulated: simulate({ ...quickstart, minutes: 15, scaling: invocations(5, 2, { out: 60, in: 300 }) }).map(
      minutesUntilScaleOut,
    ),
  };
}

function quickstartCapacity(): Observation {
  return {
    source: QUICKSTART,
    quantity: 'instances after the first scale-out, of at most 4',
    from: 4,
    to: 4,
    observed: 'from 1 to 4',
    dependsOnStart: false,
    simulated: simulate({ ...quickstart, minutes: 15, scaling: invocations(5, 4, { out: 60, in: 300 }) }).map(
      ({ minutes }) => minutes.map(({ capacity }) => capacity).find((capacity) => capacity > 1) ?? 1,
    ),
  };
}

/** A load test of 2020: the invocations cross the threshold of 30000 per minute, and the second instance serves 14 minutes later. */
function loadTest(): Observation {
  return {
    source:
      '[DSBA-6190 final project, load test](https://github.com/DSBA-6190-Final-Project-Team/DSBA-6190_Final-Project/blob/044342c7/load_test/README.md)',
    quantity: 'time from the load until the new instance serves',
    from: 14,
    to: 14,
    observed: 'approximately 14 minutes',
    dependsOnStart: true,
    simulated: simulate({
      ...{ instanceType: 'ml.m5.large', executionMilliseconds: 2, before: 400, after: 800, minutes: 30 },
      scaling: invocations(30_000, 2, { out: 300, in: 300 }),
    }).map((run) => minutesUntil(run, ({ serving }) => serving === 2)),
  };
}

const concurrency = {
  instanceType: 'ml.g5.xlarge',
  executionMilliseconds: 500,
  before: 0.2,
  after: 20,
  scaling: Scaling.concurrentRequests({ minCapacity: 1, maxCapacity: 2, requestsPerInstance: 5 }),
};

/** The time until the scale-out with metrics of one minute, divided by that with metrics of 10 seconds. */
function detection(): Observation {
  const slow = simulate({ ...concurrency, minutes: 30, scaling: invocations(60, 2, { out: 300, in: 300 }) });
  const fast = simulate({ ...concurrency, minutes: 30 });
  return {
    source:
      '[AWS, "Introducing container caching in Amazon SageMaker AI"](https://aws.amazon.com/blogs/machine-learning/introducing-container-caching-in-amazon-sagemaker-ai-for-faster-model-scaling/), on `ConcurrentRequestsPerModel`',
    quantity: 'ratio of the time until the scale-out with metrics of one minute and of 10 seconds',
    from: 6,
    to: 6,
    observed: 'up to 6 times faster',
    dependsOnStart: false,
    simulated: slow.map((run, index) => minutesUntilScaleOut(run) / minutesUntilScaleOut(fast[index])),
  };
}

/** The capacity was set to two instances after 30 seconds. Detection by the policy is not in the measurement, and is at most 60 seconds. */
function speechModel(): Observation {
  return {
    source:
      '[sample-kokoro-tts-for-ai-agents, artifact ttotal](https://github.com/aws-samples/sample-kokoro-tts-for-ai-agents/blob/8a6a254c/packages/speech-infra/artifacts/ttotal-kokoro-82m-force-desired-g5xlarge-8b1b96bc.json)',
    quantity: 'time from the load until the latency recovers, on ml.g5.xlarge',
    from: 260 / 60,
    to: 320 / 60,
    observed: '260 seconds, without at most 60 seconds of detection',
    dependsOnStart: true,
    simulated: simulate({ ...concurrency, minutes: 30 }).map((run) =>
      minutesUntil(run, ({ serving }) => serving === 2),
    ),
  };
}

/** All observations with which the simulation must agree. */
export function observations(): Observation[] {
  return [repostScaleOut(), quickstartAlarm(), quickstartCapacity(), loadTest(), detection(), speechModel()];
}
