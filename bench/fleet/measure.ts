import { setTimeout as sleep } from 'node:timers/promises';
import { ControlLoop, FleetState } from '../../lib/capacity/fleet/control-loop/control-loop';
import { datapointOf, Step } from '../../lib/capacity/fleet/run/fleet-metrics';
import { STEP_SECONDS } from '../../lib/measurements/traffic/trace-limits';
import { scenarios as assumptionsOf } from '../../lib/capacity/fleet/run/scenarios';
import { scalingProperties } from '../../lib/capacity/fleet/scaling-properties';
import { RandomStream } from '../../lib/measurements/random-stream';
import { ServiceTime } from '../../lib/measurements';
import { minutesOf } from './arrivals';
import { latenciesOf, Outcome, outcomeOf, percentileOf } from './minutes';
import { Router } from './router';
import { timeOfMeasurement } from './scaled-time';
import { INSTANCE_START, METRIC_DELAY, Scenario } from './scenarios';
import { Server } from './servers';
import { StepRecorder } from './step-recorder';

const BATCH_SIZES = [1, 2, 3, 4];
const REQUESTS_PER_BATCH_SIZE = 40;
const STEPS_PER_MINUTE = 60 / STEP_SECONDS;

/** A measurement, and how long after their times its requests were sent, in milliseconds. */
export interface MeasuredOutcome extends Outcome {
  readonly latenessP99: number;
  readonly latest: number;
}

/** The control loop of the simulator for the usual run, with the metrics of the router. */
function controlLoopOf({ scaling, instanceCount }: Scenario, fleet: FleetState, steps: readonly Step[]): ControlLoop {
  const exactly = (seconds: number) => ({ shortest: seconds, usual: seconds, longest: seconds });
  const [assumptions] = assumptionsOf(
    { instanceStart: exactly(INSTANCE_START.toSeconds()), metricDelay: exactly(METRIC_DELAY.toSeconds()) },
    1,
  );
  const variant = { instanceType: 'ml.c5.large', initialInstanceCount: instanceCount, asynchronous: false };
  return new ControlLoop(scalingProperties(scaling, variant), [], assumptions, fleet, (rule) =>
    datapointOf(rule, steps, assumptions.publishesZeros),
  );
}

/**
 * Sends the requests of a scenario to servers, at their times (in seconds), without waiting for responses. The servers that serve requests
 * are those that the control loop has requested.
 */
export async function measureScenario(
  scenario: Scenario,
  arrivals: readonly number[],
  servers: readonly Server[],
): Promise<MeasuredOutcome> {
  const fleet: FleetState = { serving: scenario.instanceCount, starting: 0, failed: 0 };
  const steps: Step[] = [];
  const loop = controlLoopOf(scenario, fleet, steps);
  const router = new Router(servers.length, scenario.routingStrategy, new RandomStream(1, 2));
  const recorder = new StepRecorder();
  const latencies = Array.from({ length: minutesOf(scenario.trace) }, (): number[] => []);
  const lateness: number[] = [];
  const responses: Promise<void>[] = [];
  const start = performance.now();
  const elapsed = (): number => (performance.now() - start) / 1000;
  const waitUntil = async (seconds: number): Promise<void> => {
    const wait = seconds - elapsed();
    if (wait > 0) await sleep(wait * 1000);
  };

  const send = async (arrival: number): Promise<void> => {
    const server = router.send(fleet.serving);
    recorder.sent(router.outstanding[server], elapsed());
    await servers[server].invoke();
    router.complete(server);
    recorder.completed(elapsed());
    latencies[Math.floor(arrival / timeOfMeasurement(60))].push((elapsed() - arrival) * 1000);
  };
  const sendAll = async (): Promise<void> => {
    for (const arrival of arrivals) {
      await waitUntil(arrival);
      lateness.push((elapsed() - arrival) * 1000);
      responses.push(send(arrival));
    }
  };
  const capacities: FleetState[] = [];
  let instanceSeconds = 0;
  const scale = async (): Promise<void> => {
    for (let step = 0; step < latencies.length * STEPS_PER_MINUTE; step++) {
      loop.advance(step * STEP_SECONDS);
      await waitUntil(timeOfMeasurement((step + 1) * STEP_SECONDS));
      steps.push(recorder.endStep(fleet.serving, router.outstanding.slice(0, fleet.serving), elapsed()));
      instanceSeconds += loop.capacity * STEP_SECONDS;
      if ((step + 1) % STEPS_PER_MINUTE === 0) capacities.push({ ...fleet });
    }
  };
  await Promise.all([sendAll(), scale()]);
  await Promise.all(responses);

  const minutes = capacities.map(({ serving, starting }, minute) => ({
    desiredInstances: serving + starting,
    servingInstances: serving,
    ...latenciesOf(latencies[minute]),
  }));
  lateness.sort((a, b) => a - b);
  return {
    ...outcomeOf(minutes, instanceSeconds),
    latenessP99: percentileOf(99, lateness),
    latest: lateness[lateness.length - 1],
  };
}

/** Measures the execution time of each batch size on an idle server, with requests that are sent one after the other. */
export async function measureServiceTimes(server: Server): Promise<ServiceTime[]> {
  for (const batch of BATCH_SIZES)
    for (let request = 0; request < REQUESTS_PER_BATCH_SIZE; request++) await server.invoke(batch);
  return server.executionTimes();
}
