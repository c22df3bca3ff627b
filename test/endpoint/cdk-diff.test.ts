import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { formatDifferences, fullDiff } from '@aws-cdk/cloudformation-diff';
import { PassThrough } from 'stream';
import { stripVTControlCharacters } from 'util';
import { Batching, Packaging, TritonModel, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

const waiting = (maxQueueDelayMicroseconds: number): TritonModel =>
  classifier().withOverrides({ maxBatchSize: 8, batching: Batching.dynamic({ maxQueueDelayMicroseconds }) });

function templateOf(make: (stack: Stack) => void): Record<string, unknown> {
  const stack = new Stack(new App(), 'Serving');
  make(stack);
  return Template.fromStack(stack).toJSON();
}

/** What `cdk diff` prints, and whether `cdk deploy` would ask for approval. */
function diffOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const differences = fullDiff(before, after);
  const stream = new PassThrough();
  formatDifferences(stream, differences);
  const text = stripVTControlCharacters(String(stream.read()));
  return { text, asks: differences.permissionsAnyChanges };
}

test.each([Packaging.UNCOMPRESSED, Packaging.ARCHIVE])(
  'a changed setting of a model, %s, can be read, and permissions stay',
  (packaging) => {
    const [before, after] = [100, 200].map((delay) =>
      templateOf((stack) => new TritonRealtimeEndpoint(stack, 'Classifier', { model: waiting(delay), packaging })),
    );
    const { text, asks } = diffOf(before, after);
    expect(text).toMatch(
      /\[-\] {3}" {4}max_queue_delay_microseconds: 100",?\n.*\[\+\] {3}" {4}max_queue_delay_microseconds: 200"/,
    );
    expect(asks).toBe(false);
  },
);

test('of a multi-model endpoint the changed models are named, and no others', () => {
  const [before, after] = [100, 200].map((delay) =>
    templateOf((stack) => {
      const endpoint = new TritonMultiModelEndpoint(stack, 'Vision', { models: [waiting(100)] });
      endpoint.addModel(waiting(delay).withOverrides({ name: 'other' }));
    }),
  );
  const { text, asks } = diffOf(before, after);
  expect(text).toMatch(/\[-\] {3}"other [0-9a-f]{12}"\n.*\[\+\] {3}"other [0-9a-f]{12}"/);
  expect(text).not.toMatch(/\[[-+]\] {3}"image-classifier /);
  expect(asks).toBe(false);
});
