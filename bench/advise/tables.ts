import { Judgement } from './judge';
import { MeasuredSetting } from './measure';
import { SPEED } from './scaled-time';

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: (string | number)[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
/** A time of the endpoint, in the time of the measurement. */
const milliseconds = (time: number): string => (time / SPEED).toFixed(0);

/** The measured latencies of all settings of a load, and the sentences of the command. Times are those of the measurement. */
export function sweepTable({ load, recording, sentences }: Judgement): string {
  const rows = recording.settings.map(
    ({ setting, meanMilliseconds, p50Milliseconds, p99Milliseconds, peakP99Milliseconds }) => [
      setting,
      ...[meanMilliseconds, p50Milliseconds, p99Milliseconds, peakP99Milliseconds].map(milliseconds),
      load.answers.includes(setting) ? 'yes' : '',
    ],
  );
  const head = ['setting', 'mean (ms)', 'p50 (ms)', 'p99 (ms)', 'p99 at the highest rate (ms)', 'right answer'];
  return [`${load.name}: ${load.question}`, table(head, rows), sentences.join('\n')].join('\n\n');
}

/** The advice on each load. */
export function adviceTable(judgements: readonly Judgement[]): string {
  return table(
    ['load', 'right answer', 'advice', 'p99 before (ms)', 'predicted p99 (ms)', 'p99 after (ms)'],
    judgements.map(({ load, recording, advised, outcome, predicted }) => {
      const p99Of = (name?: string): string => {
        const found: MeasuredSetting | undefined = recording.settings.find(({ setting }) => setting === name);
        return found ? milliseconds(found.p99Milliseconds) : '';
      };
      return [
        load.question,
        load.answers.join(' or '),
        advised ? `${advised.name} (${outcome})` : outcome,
        p99Of('before'),
        predicted ? predicted.map(milliseconds).join(' to ') : '',
        advised === load.settings[0] ? '' : p99Of(advised?.name),
      ];
    }),
  );
}
