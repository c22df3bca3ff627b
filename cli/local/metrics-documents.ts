import { StringDecoder } from 'string_decoder';
import { isMetricsDocument } from '../../lib/diagnosis';
import { ServerMinute } from '../assembly/measurements';
import { fields, list, number, oneOrMore, parseJson, text } from '../input/shape';

/** Maximum length of a document. The exporter writes each document with one write of at most 4,096 bytes. */
const MAX_CHARACTERS = 4096;
/** Maximum number of documents that are kept: those of an ensemble of ten models in a day. */
const MAX_DOCUMENTS = 16_000;

/** Interval in which the exporter reads the metrics of the server, at multiples of it since the epoch. */
const READING_MILLISECONDS = 5_000;
/** Time for a reading. */
const MARGIN_MILLISECONDS = 500;

/**
 * The time until the exporter has read the metrics again. When a server stops, it can unload a model before the exporter reads the metrics of
 * the model for the last time, as it does with ensembles.
 */
export function millisecondsToNextReading(now: number): number {
  return READING_MILLISECONDS - (now % READING_MILLISECONDS) + MARGIN_MILLISECONDS;
}

const document = fields({
  _aws: fields({
    Timestamp: number,
    CloudWatchMetrics: list(fields({ Dimensions: list(list(text)), Metrics: list(fields({ Name: text })) })),
  }),
});

/** Separates the documents of the metrics exporter from the other output of a server. */
export class MetricsDocuments {
  public readonly minutes: ServerMinute[] = [];
  private readonly decoder = new StringDecoder('utf8');
  /** The beginning of a line that may be a document. */
  private incompleteLine = '';
  private isAtLineStart = true;

  /** Adds output of the server, and returns the output without documents. */
  public separate(chunk: Buffer): string {
    const lines = (this.incompleteLine + this.decoder.write(chunk)).split('\n');
    const lastLine = lines.pop() ?? '';
    const otherLines: string[] = [];
    for (const [index, line] of lines.entries()) {
      if (!isMetricsDocument(line)) {
        otherLines.push(`${line}\n`);
        continue;
      }
      this.add(line);
      // The exporter begins a document with a line break, which leaves an empty line if it did not end a line.
      if (otherLines.at(-1) === '\n' && (index > 1 || this.isAtLineStart)) otherLines.pop();
    }
    const mayBeDocument = lastLine.startsWith('{') && lastLine.length <= MAX_CHARACTERS;
    this.incompleteLine = mayBeDocument ? lastLine : '';
    const output = otherLines.join('') + (mayBeDocument ? '' : lastLine);
    if (output !== '') this.isAtLineStart = output.endsWith('\n');
    return output;
  }

  /** Returns the output that could have become a document. */
  public end(): string {
    const rest = this.incompleteLine;
    this.incompleteLine = '';
    return rest;
  }

  private add(line: string): void {
    try {
      const { _aws: metadata, ...values } = parseJson(line, 'metrics', document);
      const [{ Dimensions, Metrics }] = metadata.CloudWatchMetrics;
      this.minutes.push({
        timestamp: metadata.Timestamp,
        dimensions: Object.fromEntries(Dimensions[0].map((name) => [name, text(values[name], name)])),
        values: Object.fromEntries(Metrics.map(({ Name }) => [Name, oneOrMore(number)(values[Name], Name)])),
      });
      if (this.minutes.length > MAX_DOCUMENTS) this.minutes.shift();
    } catch {
      // A model can print lines that only look like documents.
    }
  }
}
