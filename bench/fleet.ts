/**
 * Compares FleetSimulator with Triton servers on this host, one for each instance of the fleet. Requires the Triton server that `npm test`
 * installs.
 *
 *   npx projen bench:fleet [--scenario <its number in bench/fleet/scenarios.ts, from 1>] [--rounds <measurements of each scenario>]
 *
 * The measurement of all scenarios takes 15 minutes. Latencies include how late requests were sent, so use an idle host. Prints Markdown. In
 * cells with two values, the first value is simulated.
 */
import { parseArgs } from 'node:util';
import { RandomStream } from '../lib/measurements/random-stream';
import { arrivalsOf, minutesOf, requestsByMinute } from './fleet/arrivals';
import { measureScenario, measureServiceTimes } from './fleet/measure';
import { MAX_INSTANCES, SCENARIOS } from './fleet/scenarios';
import { Server } from './fleet/servers';
import { simulateScenario } from './fleet/simulate';
import { Comparison, deviationsTable, minutesTable, spreadTable, totalsTable } from './fleet/tables';
import { describeHost } from './report';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { scenario: { type: 'string' }, rounds: { type: 'string', default: '1' } },
  });
  const servers = await Promise.all(Array.from({ length: MAX_INSTANCES }, () => Server.start()));
  try {
    const serviceTimes = await measureServiceTimes(servers[0]);
    console.log(`${describeHost()}\n\n${JSON.stringify(serviceTimes)}`);
    const comparisons: Comparison[] = [];
    for (const scenario of values.scenario ? [SCENARIOS[Number(values.scenario) - 1]] : SCENARIOS) {
      const arrivals = arrivalsOf(scenario.trace, new RandomStream(1, 1));
      const requests = requestsByMinute(arrivals, minutesOf(scenario.trace));
      const simulated = simulateScenario(scenario, requests, serviceTimes);
      for (let round = 0; round < Number(values.rounds); round++) {
        const measured = await measureScenario(scenario, arrivals, servers);
        comparisons.push({ scenario, simulated, measured });
        console.log(`\n${scenario.name}:\n\n${minutesTable(comparisons[comparisons.length - 1])}`);
      }
    }
    console.log([totalsTable, deviationsTable, spreadTable].map((table) => `\n${table(comparisons)}`).join('\n'));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

void main();
