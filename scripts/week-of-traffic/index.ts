/**
 * Writes the comparison of scaling strategies under a week of traffic to docs/simulation.md: the table, and its picture. Run it after a
 * change of the simulation:
 *
 *   npx tsx scripts/week-of-traffic
 */
import * as fs from 'fs';
import * as path from 'path';
import { formatNumber, weekPicture } from './picture';
import { simulateWeek, SimulatedStrategy } from './strategies';

const DOCS = path.join(__dirname, '../../docs');
const TABLE = /<!-- week:start -->\n[^]*?<!-- week:end -->/;

/** The files that the script writes, by their path. */
export function weekFiles(): Map<string, string> {
  const week = simulateWeek();
  const page = path.join(DOCS, 'simulation.md');
  const table = `<!-- week:start -->\n\n${tableOf(week.strategies)}\n\n<!-- week:end -->`;
  return new Map([
    [page, fs.readFileSync(page, 'utf8').replace(TABLE, () => table)],
    [path.join(DOCS, 'images/week-of-traffic.svg'), weekPicture(week)],
  ]);
}

function tableOf(strategies: SimulatedStrategy[]): string {
  const rows = strategies.map(({ name, instances, simulation: { costUsd, minutesBeyondObjective: minutes } }) => {
    const cost = costUsd ? [costUsd.usual, costUsd.low, costUsd.high].map(formatNumber) : [];
    const beyond = [minutes.usual, minutes.low, minutes.high].map(formatNumber);
    return [name, instances, rangeOf(cost), rangeOf(beyond)];
  });
  const lines = [['strategy', 'instances', 'USD', 'minutes beyond 500 ms'], ['---', '---', '--:', '--:'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rangeOf([usual, low, high]: string[]): string {
  return low === high ? usual : `${usual} (${low} to ${high})`;
}

if (require.main === module) for (const [file, content] of weekFiles()) fs.writeFileSync(file, content);
