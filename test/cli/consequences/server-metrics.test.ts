import { AssemblyAssets } from '../../../cli/assembly/assets';
import { Resource, Template } from '../../../cli/assembly/intrinsics';
import { stackConsequences } from '../../../cli/consequences/stack-consequences';
import { SERVER_METRICS_METADATA_KEY } from '../../../lib/contracts/server-metrics-volume';
import { templateWith } from './templates';

const assets = new AssemblyAssets([]);

/** A template whose servers publish a number of metrics. */
function publishing(metrics?: number): Template {
  const template = templateWith();
  if (metrics === undefined) return template;
  const model = {
    ...(template.Resources?.Model as Resource),
    Metadata: { [SERVER_METRICS_METADATA_KEY]: { metrics, linesPerMinute: 2 } },
  };
  return { ...template, Resources: { ...template.Resources, Model: model } };
}

function sentences(before: Template | undefined, after: Template): string[] {
  const { consequences } = stackConsequences('Serving', before && { template: before, assets }, {
    template: after,
    assets,
  });
  return consequences.filter(({ about }) => about === 'serverMetrics').map(({ sentence }) => sentence);
}

test.each([
  ['the first deployment', undefined, publishing(12), 'The servers publish 12 metrics, which cost 3.60 USD a month'],
  ['metrics that are turned on', publishing(), publishing(12), 'The servers publish 12 metrics, which cost 3.60 USD'],
  [
    'a further model',
    publishing(12),
    publishing(19),
    'The servers publish 19 metrics instead of 12, which cost 5.70 USD',
  ],
  ['metrics that are turned off', publishing(12), publishing(), 'The servers no longer publish their metrics.'],
])('%s', (_, before, after, expected) => {
  expect(sentences(before, after)).toEqual([expect.stringContaining(expected)]);
});

test('nothing is said if the number of metrics stays the same', () => {
  expect(sentences(publishing(12), publishing(12))).toEqual([]);
  expect(sentences(publishing(), publishing())).toEqual([]);
});
