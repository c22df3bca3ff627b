import { IWidget, SingleValueWidget, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { graphRow, HEIGHT, WIDTH } from './graph';
import { MonitoredHost } from './monitored-endpoint';
import { ServerGraphs } from './server-graphs';
import { ServerMetricsSource } from './server-metrics-source';

/** Width of the widget that shows whether batching has an effect, in grid columns. */
const ANSWER_WIDTH = 8;

/** The widgets of Triton's own metrics: how to read them, the time of requests in the server, batches, caches and pinned memory. */
export function serverWidgets(endpoint: MonitoredHost, source: ServerMetricsSource): IWidget[] {
  const graphs = new ServerGraphs(endpoint, source);
  const [times, requests, caches] = [graphs.times(), graphs.requests(), graphs.caches()];
  const rows = times.length === 1 ? [[...times, ...requests], caches] : [times, [...requests, ...caches]];
  const [first, second] = rows.map((row) => (row.length > 0 ? graphRow(row) : []));
  const batches = batchWidgets(graphs);
  const heading = new TextWidget({ markdown: describe(batches.length > 0), width: WIDTH, height: 3 });
  return [heading, ...first, ...batches, ...second];
}

function batchWidgets(graphs: ServerGraphs): IWidget[] {
  const batches = graphs.batches();
  if (batches.every(({ metrics }) => metrics.length === 0)) return [];
  const requestsPerExecution = graphs.requestsPerExecution();
  if (requestsPerExecution.length === 0) return graphRow(batches);
  return [
    new SingleValueWidget({
      title: 'Is batching doing anything? (1 = no)',
      metrics: requestsPerExecution,
      width: ANSWER_WIDTH,
      height: HEIGHT,
    }),
    ...graphRow(batches, WIDTH - ANSWER_WIDTH),
  ];
}

function describe(hasBatches: boolean): string {
  const sentences = [
    'These times are in milliseconds (ms), and the latencies of SageMaker in microseconds (µs).',
    'If requests spend more time in queues than on compute, they wait for model instances.',
    ...(hasBatches
      ? [
          'If the number of requests per execution is 1, each request is executed alone, and batching only delays requests.',
        ]
      : []),
  ];
  return `## Server metrics of Triton\n${sentences.join(' ')}`;
}
