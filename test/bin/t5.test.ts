import * as fs from 'node:fs';
import * as path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../bin/model-folders';
import { T5Stack } from '../../bin/t5-stack';
import { InstanceType } from '../../lib';
import { instanceFacts, gpuMemoryBandwidth } from '../../lib/platform/instance-facts';

// The weights of google/flan-t5-large, of which docs/examples/t5.md states the reading times (config.json on Hugging Face: d_model, d_kv x
// num_heads, d_ff, num_layers, vocab_size; gated, with embeddings that are not tied).
const [MODEL, INNER, FEED_FORWARD, LAYERS, VOCABULARY] = [1024, 64 * 16, 2816, 24, 32128];
const ATTENTION = 4 * MODEL * INNER;
const CROSS_HALF = 2 * MODEL * INNER; // the encoder makes the keys and values, the decoder has queries and outputs
const WO = MODEL * FEED_FORWARD;

/** Milliseconds in which a GPU reads the weights of the encoder once and those of the decoder for each token. */
function readingTime(gpu: string | undefined, tokens: number, bytes: { of: number; ofWo: number }): number {
  const layers = LAYERS * ((ATTENTION + CROSS_HALF + 2 * WO) * bytes.of + WO * bytes.ofWo);
  const decoder = layers + MODEL * VOCABULARY * bytes.of;
  return (layers + tokens * decoder) / ((gpuMemoryBandwidth(gpu) ?? NaN) * 1e6);
}

const FP32 = { of: 4, ofWo: 4 };
const FP16 = { of: 2, ofWo: 2 };
const OF_EXAMPLE = { of: 2, ofWo: 4 }; // the layers `wo` stay in FP32

const model = fs.readFileSync(artifact('t5', 'generate', '1', 'model.py'), 'utf8');
const [, maxNewTokens] = /^MAX_NEW_TOKENS = (\d+)$/m.exec(model) ?? [];

const stack = fs.readFileSync(path.join(__dirname, '..', '..', 'bin', 't5-stack.ts'), 'utf8');
const template = Template.fromStack(new T5Stack(new App(), 'T5'));
const only = (type: string, properties: object = {}) =>
  Object.values(template.findResources(type, { Properties: properties }))[0].Properties;

test('reading the weights takes at most half of the latency objective', () => {
  const [variant] = only('AWS::SageMaker::EndpointConfig').ProductionVariants;
  const { Threshold: microseconds } = only('AWS::CloudWatch::Alarm', { MetricName: 'ModelLatency' });
  const { gpuModel } = InstanceType.of(variant.InstanceType);
  const milliseconds = readingTime(gpuModel, Number(maxNewTokens), OF_EXAMPLE);
  expect(milliseconds).toBeGreaterThan(10);
  expect(milliseconds).toBeLessThanOrEqual(microseconds / 1000 / 2);
});

test('the page of the example has the estimates', () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'examples', 't5.md'), 'utf8');
  const rows = [
    ['ml.g4dn.2xlarge', 32, 'FP32', FP32],
    ['ml.g4dn.2xlarge', 32, 'FP16', FP16],
    ['ml.g4dn.2xlarge', 11, 'FP16, `wo` in FP32', OF_EXAMPLE],
    ['ml.g5.2xlarge', 32, 'FP16, `wo` in FP32', OF_EXAMPLE],
    ['ml.g5.2xlarge', 11, 'FP16, `wo` in FP32', OF_EXAMPLE],
  ] as const;
  for (const [type, tokens, words, bytes] of rows) {
    const { gpuModel = '' } = instanceFacts(type) ?? {};
    const bandwidth = gpuMemoryBandwidth(gpuModel);
    const time = readingTime(gpuModel, tokens, bytes).toFixed(0);
    expect(page).toContain(`| \`${type}\` | ${bandwidth} | ${words} | ${tokens} | ${time} |`);
  }
});

test('the engines, the script and the Python model agree on the output length', () => {
  const script = fs.readFileSync(artifact('t5', 'export.py'), 'utf8');
  expect(script).toContain(`MAX_NEW_TOKENS = ${maxNewTokens} `);
  expect(stack).toContain(`max: [4, layers, heads, ${maxNewTokens}, width]`); // of the cache: an ignored entry, and all tokens but the last
});

test('both parts are engines, and the layers in FP32 are those of the exported graphs', () => {
  expect(Object.keys(template.findResources('Custom::TritonEngine'))).toHaveLength(2);
  const patterns = [...stack.matchAll(/'\*([\w/.]+)': DataType\.FP32/g)].map(([, end]) => end);
  const summing = /(?:layer_norm|wo|layer\.\d)\/[A-Z]\w*$/; // norms, the residual stream, and what is added to it
  for (const part of ['encoder', 'decoder']) {
    const onnx = fs.readFileSync(artifact('stand-ins', 't5', part, '1', 'model.onnx'), 'latin1');
    const nodes = [...new Set(onnx.match(/\/(?:model|encoder)\/[\w./]+/g))].filter((name) => summing.test(name));
    const computing = nodes.filter(
      (name) => !/_output_0$|\/(?:Constant\w*|Cast|SelfAttention|EncDecAttention|DenseReluDense)$/.test(name),
    );
    expect(computing.filter((name) => !patterns.some((end) => name.endsWith(end)))).toEqual([]);
    expect(patterns.filter((end) => !computing.some((name) => name.endsWith(end)))).toEqual([]);
  }
});
