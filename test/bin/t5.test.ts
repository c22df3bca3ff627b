import * as fs from 'node:fs';
import * as path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../bin/model-folders';
import { T5Stack } from '../../bin/t5-stack';
import { InstanceType } from '../../lib';
import { instanceFacts } from '../../lib/facts/instance-facts';

// The dimensions of google/flan-t5-large, for the memory read times in docs/examples/t5.md (config.json on Hugging Face: d_model, d_kv x
// num_heads, d_ff, num_layers, vocab_size; gated, with untied embeddings).
const [MODEL, INNER, FEED_FORWARD, LAYERS, VOCABULARY] = [1024, 64 * 16, 2816, 24, 32128];
const ATTENTION = 4 * MODEL * INNER;
const CROSS_ATTENTION_PER_SIDE = 2 * MODEL * INNER; // keys and values in the encoder, queries and outputs in the decoder
const FEED_FORWARD_OUTPUT = MODEL * FEED_FORWARD;

/** Memory bandwidth in GB/s (10^9 bytes): NVIDIA data sheets of T4 and A10, as quoted by third parties (read 2026-11-23). */
const MEMORY_BANDWIDTH: Record<string, number> = { 'NVIDIA T4': 320, 'NVIDIA A10G': 600 };

/**
 * Milliseconds for a GPU to read the encoder's weights once and the decoder's weights for each token.
 *
 * @param bytes bytes of a weight: `wo` for the output weights of the feed-forward layers (`wo` in T5), `others` for all other weights
 */
function readingTime(gpu: string | undefined, tokens: number, bytes: { others: number; wo: number }): number {
  const layers =
    LAYERS *
    ((ATTENTION + CROSS_ATTENTION_PER_SIDE + 2 * FEED_FORWARD_OUTPUT) * bytes.others + FEED_FORWARD_OUTPUT * bytes.wo);
  const decoder = layers + MODEL * VOCABULARY * bytes.others;
  return (layers + tokens * decoder) / (MEMORY_BANDWIDTH[gpu ?? ''] * 1e6);
}

const FP32 = { others: 4, wo: 4 };
const FP16 = { others: 2, wo: 2 };
const EXAMPLE_PRECISION = { others: 2, wo: 4 }; // the example keeps the layers `wo` in FP32

const modelSource = fs.readFileSync(artifact('t5', 'generate', '1', 'model.py'), 'utf8');
const [, maxNewTokens] = /^MAX_NEW_TOKENS = (\d+)$/m.exec(modelSource) ?? [];

/** Source code of the stack. */
const stackSource = fs.readFileSync(path.join(__dirname, '..', '..', 'bin', 't5-stack.ts'), 'utf8');
const template = Template.fromStack(new T5Stack(new App(), 'T5'));
const propertiesOfFirst = (type: string, properties: object = {}) =>
  Object.values(template.findResources(type, { Properties: properties }))[0].Properties;

test('reading the weights takes at most half the latency objective', () => {
  const [variant] = propertiesOfFirst('AWS::SageMaker::EndpointConfig').ProductionVariants;
  const { Threshold: microseconds } = propertiesOfFirst('AWS::CloudWatch::Alarm', { MetricName: 'ModelLatency' });
  const { gpuModel } = InstanceType.of(variant.InstanceType);
  const milliseconds = readingTime(gpuModel, Number(maxNewTokens), EXAMPLE_PRECISION);
  expect(milliseconds).toBeGreaterThan(10);
  expect(milliseconds).toBeLessThanOrEqual(microseconds / 1000 / 2);
});

test('the page of the example contains the estimates', () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'examples', 't5.md'), 'utf8');
  const rows = [
    ['ml.g4dn.2xlarge', 32, 'FP32', FP32],
    ['ml.g4dn.2xlarge', 32, 'FP16', FP16],
    ['ml.g4dn.2xlarge', 11, 'FP16, `wo` in FP32', EXAMPLE_PRECISION],
    ['ml.g5.2xlarge', 32, 'FP16, `wo` in FP32', EXAMPLE_PRECISION],
    ['ml.g5.2xlarge', 11, 'FP16, `wo` in FP32', EXAMPLE_PRECISION],
  ] as const;
  for (const [type, tokens, precisionLabel, bytes] of rows) {
    const { gpuModel = '' } = instanceFacts(type) ?? {};
    const bandwidth = MEMORY_BANDWIDTH[gpuModel];
    const time = readingTime(gpuModel, tokens, bytes).toFixed(0);
    expect(page).toContain(`| \`${type}\` | ${bandwidth} | ${precisionLabel} | ${tokens} | ${time} |`);
  }
});

test('the engines, the script and the Python model agree on the output length', () => {
  const script = fs.readFileSync(artifact('t5', 'export.py'), 'utf8');
  expect(script).toContain(`MAX_NEW_TOKENS = ${maxNewTokens} `);
  // The cache has one unused entry, and one entry for each token except the last.
  expect(stackSource).toContain(`max: [4, layers, heads, ${maxNewTokens}, width]`);
});

test('the encoder and the decoder are TensorRT engines, and the FP32 layers match the exported graphs', () => {
  expect(Object.keys(template.findResources('Custom::TritonEngine'))).toHaveLength(2);
  const patterns = [...stackSource.matchAll(/\*([\w/.]+):fp32/g)].map(([, end]) => end);
  const fp32NodePattern = /(?:layer_norm|wo|layer\.\d)\/[A-Z]\w*$/; // layer norms, and additions to the residual stream
  for (const part of ['encoder', 'decoder']) {
    const onnx = fs.readFileSync(artifact('stand-ins', 't5', part, '1', 'model.onnx'), 'latin1');
    const nodes = [...new Set(onnx.match(/\/(?:model|encoder)\/[\w./]+/g))].filter((name) =>
      fp32NodePattern.test(name),
    );
    const computeNodes = nodes.filter(
      (name) => !/_output_0$|\/(?:Constant\w*|Cast|SelfAttention|EncDecAttention|DenseReluDense)$/.test(name),
    );
    expect(computeNodes.filter((name) => !patterns.some((end) => name.endsWith(end)))).toEqual([]);
    expect(patterns.filter((end) => !computeNodes.some((name) => name.endsWith(end)))).toEqual([]);
  }
});
