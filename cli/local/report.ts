import type { Example, LatencySpec } from '../../lib/contracts/smoke-test-properties';
import { readRequest, readResponse } from '../../lib/client/protocol/decode';
import { BINARY_TYPE, FilledTensor, Message } from '../../lib/client/protocol/message';
import type { Tensor } from '../../lib/client/protocol/tensor';
import { renderLabeledRows } from '../output/table';
import { Exchange } from './invocations';
import { Latencies } from './latency';
import { LocalVariant } from './local-variants';
import { MeasuredModel } from './measure-models';
import { VariantOutcome } from './outcome';

/** The report of a variant. */
export interface VariantReport {
  readonly variant: LocalVariant;
  readonly outcome: VariantOutcome;
  /** The result of the smoke test, or the reason why it did not run. */
  readonly reason: string;
  /** Differences from the container on SageMaker, as phrases. */
  readonly differences: string[];
  readonly models: string[];
  /** The first request and its response. */
  readonly exchange?: Exchange;
  /** The example whose expected response was compared with the response; undefined if no response was compared. */
  readonly expected?: Example;
  readonly latencies?: Latencies;
  /** The models in the latency table; undefined if no table is written. */
  readonly measuredModels?: MeasuredModel[];
  /** The latency objective of the endpoint. */
  readonly objective?: LatencySpec;
}

/** Maximum number of values of a tensor in the report. */
const MAX_VALUES = 10;
/** Maximum length of text that contains no tensors. */
const MAX_CHARACTERS = 400;
/** Width of the column with the values, in characters. */
const WIDTH = 100;

/** Renders the report as a table for the terminal. */
export function renderReport(report: VariantReport): string {
  const { variant, outcome, reason, differences, models, exchange, expected, latencies, objective, measuredModels } =
    report;
  const rows: [string, string][] = [];
  const addRow = (label: string, value?: string): void => {
    if (value) rows.push([label, value]);
  };
  addRow('endpoint', `${variant.endpointName}, ${describeServed(variant)} (stack ${variant.stackName})`);
  addRow('image', variant.image);
  addRow('differences', differences.map((difference) => `- ${difference}`).join('\n'));
  addRow('models', models.join('\n'));
  addRow('request', exchange && shortenMessage(exchange.request, (request) => readRequest(request).inputs));
  addRow('response', exchange && shortenMessage(exchange.response, (response) => readResponse(response).outputs));
  addRow('expected', expected?.response && `${shortenValues(expected.response)}\n${toleranceOf(expected)}`);
  addRow('latency', latencies && describeLatencies(latencies, objective));
  addRow('batches', measuredModels?.map(describeMeasuredModel).join('\n'));
  addRow('smoke test', reason.startsWith(outcome) ? reason : `${outcome}: ${reason}`);
  return renderLabeledRows(rows, [14, WIDTH]);
}

/** The variant, or the inference component by the name that requests contain. */
export function describeServed({ variantName, inferenceComponentName }: LocalVariant): string {
  return inferenceComponentName === undefined
    ? `variant ${variantName}`
    : `inference component ${inferenceComponentName}`;
}

/** Renders the last line of the output: the number of variants with each outcome. */
export function renderSummary(reports: VariantReport[]): string {
  const order: VariantOutcome[] = ['PASSED', 'NOT EXECUTED', 'FAILED', 'NOT TESTED', 'NOT RUN'];
  const count = (outcome: VariantOutcome): number => reports.filter((report) => report.outcome === outcome).length;
  return order.map((outcome) => `${count(outcome)} ${outcome.toLowerCase()}`).join(', ');
}

function describeLatencies(latencies: Latencies, objective?: LatencySpec): string {
  const { requests, p50, p99 } = latencies;
  const measuredText = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms over ${requests} requests, one at a time, on this host's CPU`;
  if (!objective) return measuredText;
  return `${measuredText}\nobjective: p${objective.percentile} within ${objective.milliseconds} ms on the endpoint; a local run does not test it`;
}

function describeMeasuredModel({ name, times, notMeasured }: MeasuredModel): string {
  const measuredTimes = times.map(({ batch, milliseconds }) => `batch ${batch} in ${milliseconds.toFixed(1)} ms`);
  const note = notMeasured === undefined ? [] : [`NOT MEASURED: ${notMeasured}`];
  return `${name}: ${[...measuredTimes, ...note].join(', ')}`;
}

function toleranceOf({ absoluteTolerance, relativeTolerance }: Example): string {
  return `within ${absoluteTolerance}${relativeTolerance > 0 ? ` + ${relativeTolerance} of the value` : ''}`;
}

/** Renders each tensor of a KServe body as a line with the first values. Of any other text, returns the beginning. */
export function shortenMessage(message: Message, read: (message: Message) => FilledTensor[]): string {
  const body = Buffer.from(message.body);
  try {
    if (!message.contentType.startsWith(BINARY_TYPE)) return shortenValues(JSON.parse(body.toString()) as JsonBody);
    const tensors = read(message).map(({ elements, ...tensor }) => ({
      ...tensor,
      data: Array.prototype.slice.call(elements, 0, MAX_VALUES + 1).map(asText),
    }));
    return shortenTensors(tensors);
  } catch {
    const text = body.toString();
    return /^(data:|[{[])/.test(text) ? shortenText(text.trim()) : `${body.length} bytes`;
  }
}

/** Decodes strings, which are byte arrays in a binary response. */
function asText(element: unknown): unknown {
  return element instanceof Uint8Array ? Buffer.from(element).toString() : element;
}

/** The JSON body of a request or a response. */
type JsonBody = Record<string, unknown> & { readonly inputs?: Tensor[]; readonly outputs?: Tensor[] };

function shortenValues(values: JsonBody): string {
  const tensors = values.inputs ?? values.outputs;
  return Array.isArray(tensors) ? shortenTensors(tensors) : shortenText(JSON.stringify(values));
}

function shortenText(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function shortenTensors(tensors: Tensor[]): string {
  return tensors.map(shortenTensor).join('\n');
}

function shortenTensor({ name, datatype, shape, data = [] }: Tensor): string {
  const values = data
    .slice(0, MAX_VALUES)
    .map((value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value));
  return `${name} ${datatype}[${shape}] = ${values.join(', ')}${data.length > MAX_VALUES ? ', …' : ''}`;
}
