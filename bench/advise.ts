/**
 * Compares `advise` with Triton servers on this host: measures each load with several settings, and runs the command on the metrics of the first
 * setting. Requires the Triton server that `npm test` installs.
 *
 *   npx projen bench:advise [--load <name in bench/advise/loads.ts>] [--record] [--recorded]
 *
 * The measurement of all loads takes 25 minutes. Requests that are sent late change the load, so use an idle host. `--record` keeps the measurements in
 * bench/advise/recordings, which a test uses, and `--recorded` uses them instead of servers. Prints Markdown.
 */
import { parseArgs } from 'node:util';
import { judge, Judgement } from './advise/judge';
import { LOADS } from './advise/loads';
import { measureLoad } from './advise/measure';
import { readRecordings, Recording, recordingOf, writeRecording } from './advise/recording';
import { Server } from './advise/server';
import { adviceTable, sweepTable } from './advise/tables';
import { describeHost } from './report';

async function record(names: readonly string[], isKept: boolean): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const load of LOADS.filter(({ name }) => names.includes(name))) {
    const count = Math.max(...load.settings.map(({ instances }) => instances));
    const servers = await Promise.all(Array.from({ length: count }, () => Server.start(load)));
    try {
      const measured = await measureLoad(load, servers);
      const recording = recordingOf(measured);
      recordings.push(recording);
      if (isKept) writeRecording(recording);
      console.log(`${load.name}: requests were sent up to ${measured.latenessP99.toFixed(1)} ms late (p99)`);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
  return recordings;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { load: { type: 'string' }, record: { type: 'boolean' }, recorded: { type: 'boolean' } },
  });
  const names = values.load === undefined ? LOADS.map(({ name }) => name) : [values.load];
  const recordings = values.recorded
    ? readRecordings().filter(({ name }) => names.includes(name))
    : await record(names, values.record ?? false);
  const judgements: Judgement[] = recordings.flatMap((recording) => [
    ...(recording.latencyTable ? [judge(recording, false)] : []),
    judge(recording),
  ]);
  console.log([describeHost(), ...judgements.map(sweepTable), adviceTable(judgements)].join('\n\n'));
}

void main();
