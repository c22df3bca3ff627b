import { runEvents } from './event-engine';
import { isImmediate, runImmediate } from './immediate-engine';
import { Measurements } from './measurements';
import { RandomStream } from './random-stream';
import { Scenario } from './scenario';

/** Runs a scenario on the fastest engine that can. */
export function simulate(scenario: Scenario): Measurements {
  const { seed } = scenario.props;
  const streams = {
    arrivals: new RandomStream(seed, 1),
    routing: new RandomStream(seed, 2),
    priorities: new RandomStream(seed, 3),
    wakeUps: new RandomStream(seed, 4),
  };
  return isImmediate(scenario) ? runImmediate(scenario, streams.arrivals) : runEvents(scenario, streams);
}
