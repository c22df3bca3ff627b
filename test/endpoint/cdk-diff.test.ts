import { App, Stack } from 'aws-cdk-lib';
import { formatDifferences, fullDiff } from '@aws-cdk/cloudformation-diff';
import { PassThrough } from 'stream';
import { stripVTControlCharacters } from 'util';
import { Batching, TritonModel, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';
import { templateOf } from '../template-of';

const classifierWithDelay = (maxQueueDelayMicroseconds: number): TritonModel =>
  classifier().withOverrides({ maxBatchSize: 8, batching: Batching.dynamic({ maxQueueDelayMicroseconds }) });

function servingTemplate(build: (stack: Stack) => void): Record<string, unknown> {
  return templateOf(build, new Stack(new App(), 'Serving')).toJSON();
}

/** Returns the output of `cdk diff`, and whether `cdk deploy` would require approval. */
function diffOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const differences = fullDiff(before, after);
  const stream = new PassThrough();
  formatDifferences(stream, differences);
  const text = stripVTControlCharacters(String(stream.read()));
  return { text, requiresApproval: differences.permissionsAnyChanges };
}

test('cdk diff shows a changed setting of a model, and deployment requires no approval', () => {
  const [before, after] = [100, 200].map((delay) =>
    servingTemplate((stack) => new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifierWithDelay(delay) })),
  );
  const { text, requiresApproval } = diffOf(before, after);
  expect(text).toMatch(
    /\[-\] {3}" {4}max_queue_delay_microseconds: 100",?\n.*\[\+\] {3}" {4}max_queue_delay_microseconds: 200"/,
  );
  expect(requiresApproval).toBe(false);
});

test('cdk diff lists only the changed models of a multi-model endpoint', () => {
  const [before, after] = [100, 200].map((delay) =>
    servingTemplate((stack) => {
      const endpoint = new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifierWithDelay(100)] });
      endpoint.addModel(classifierWithDelay(delay).withOverrides({ name: 'other' }));
    }),
  );
  const { text, requiresApproval } = diffOf(before, after);
  expect(text).toMatch(/\[-\] {3}"other [0-9a-f]{12}"\n.*\[\+\] {3}"other [0-9a-f]{12}"/);
  expect(text).not.toMatch(/\[[-+]\] {3}"image-classifier /);
  expect(requiresApproval).toBe(false);
});
