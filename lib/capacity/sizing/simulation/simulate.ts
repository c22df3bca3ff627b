import { simulateEvents } from './event-simulation';
import { isImmediate, simulateImmediate } from './immediate-simulation';
import { Measurements } from './measurements';
import { RandomStream } from '../../../measurements/random-stream';
import { Scenario } from './scenario';

/** Simulates a scenario in the fastest suitable way. */
export function simulate(scenario: Scenario): Measurements {
  const { seed } = scenario.options;
  const streams = {
    arrivals: new RandomStream(seed, 1),
    routing: new RandomStream(seed, 2),
    wakeUps: new RandomStream(seed, 4),
  };
  return isImmediate(scenario) ? simulateImmediate(scenario, streams.arrivals) : simulateEvents(scenario, streams);
}
