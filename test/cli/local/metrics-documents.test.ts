import * as fc from 'fast-check';
import { MetricsDocuments, millisecondsToNextReading } from '../../../cli/local/metrics-documents';
import { metricsDocument } from '../../monitoring/fixtures/metrics-document';

const SERVER = metricsDocument();
const MODEL = metricsDocument({ ModelName: 'error', metrics: { Executions: 3, PendingRequests: [0, 1] } });
/** The output of a server: the exporter writes a line break before and after each document. */
const OUTPUT = `loading\n\n${SERVER}\n\n${MODEL}\nE1127 09:00:00 1 x.cc:1] "ü"\n\nAt:\nloa\n${SERVER}\nded\n`;
const MESSAGES = 'loading\nE1127 09:00:00 1 x.cc:1] "ü"\n\nAt:\nloa\nded\n';

function separate(...chunks: Buffer[]): { messages: string; documents: MetricsDocuments } {
  const documents = new MetricsDocuments();
  const messages = chunks.map((chunk) => documents.separate(chunk)).join('') + documents.end();
  return { messages, documents };
}

test('documents are read, and removed from the output together with the line break before them', () => {
  const { messages, documents } = separate(Buffer.from(OUTPUT));
  expect(messages).toBe(MESSAGES);
  expect(documents.minutes).toHaveLength(3);
  expect(documents.minutes[1]).toEqual({
    timestamp: Date.UTC(2026, 10, 27, 9),
    dimensions: { EndpointName: 'bert', VariantName: 'AllTraffic', ModelName: 'error' },
    values: { Executions: [3], PendingRequests: [0, 1] },
  });
});

test('documents are recognized wherever the output is divided', () => {
  const bytes = Buffer.from(OUTPUT);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 5 }), (positions) => {
      const cuts = [0, ...positions.sort((a, b) => a - b), bytes.length];
      const { messages, documents } = separate(...cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end)));
      expect(documents.minutes).toHaveLength(3);
      // If the output is divided after the line break before a document, an empty line is left.
      expect(messages.replace(/\n+/g, '\n')).toBe(MESSAGES.replace(/\n+/g, '\n'));
    }),
  );
});

test('other lines are not held back, and JSON of a model is kept', () => {
  const documents = new MetricsDocuments();
  expect(documents.separate(Buffer.from('starting'))).toBe('starting');
  expect(documents.separate(Buffer.from(' …\n{"loss": 1}\n{"_aws":'))).toBe(' …\n{"loss": 1}\n');
  expect(documents.end()).toBe('{"_aws":');
});

test('a line that only looks like a document has no values', () => {
  const { documents } = separate(
    Buffer.from(`${SERVER.replace('"Timestamp":', '"Time":')}\n{"_aws" CloudWatchMetrics TritonOnSageMaker\n`),
  );
  expect(documents.minutes).toEqual([]);
});

test('the exporter reads the metrics at multiples of 5 seconds', () => {
  expect([0, 1, 4_999, 5_000].map(millisecondsToNextReading)).toEqual([5_500, 5_499, 501, 5_500]);
});
