/**
 * Records responses of a real Triton server: each feature of the protocol, and each endpoint of the example app. Run it after a change of the
 * local server or of the examples: `npx cdk synth --quiet && npx tsx test/client/recorded-responses/record.ts cdk.out`.
 */
import * as fs from 'node:fs';
import { readLocalAssembly } from '../../../cli/local/local-variants';
import { ServedVariant } from '../../../cli/local/run-variant';
import { WheelRuntime } from '../../../cli/local/wheel-runtime';
import { EncodedRequest } from '../../../lib/client';
import { JSON_TYPE } from '../../../lib/client/protocol/message';
import { RealTriton } from '../../lambda/real-triton';
import { FEATURES, GENERATE_FEATURES } from './features';
import { RECORDINGS, toRecording, type Recording } from './recordings';

async function recordFeatures(): Promise<Recording[]> {
  const triton = await RealTriton.start();
  const recordings: Recording[] = [];
  const record = async (title: string, url: string, request: object | EncodedRequest): Promise<void> => {
    const { ContentType, Body } =
      'Body' in request ? request : { ContentType: JSON_TYPE, Body: Buffer.from(JSON.stringify(request)) };
    const init = { method: 'POST', headers: { 'content-type': ContentType }, body: Buffer.from(Body) };
    const response = await fetch(`${url}/invocations`, init);
    const contentType = response.headers.get('content-type') ?? '';
    recordings.push(toRecording(title, contentType, Buffer.from(await response.arrayBuffer()), response.status));
  };
  try {
    await triton.load('sequences', 'sequence_batching { }');
    for (const count of [1, 2, 5]) await triton.loadEnsemble(`ensemble-${count}`, count);
    await triton.load('story', '', 'story');
    for (const [title, { model, request }] of Object.entries(FEATURES)) {
      const endpoint = model === undefined ? undefined : await triton.startModelEndpoint(model);
      await record(title, endpoint?.url ?? triton.url, request);
      endpoint?.close();
    }
    for (const [title, { model, inferenceType, request }] of Object.entries(GENERATE_FEATURES)) {
      const endpoint = await triton.startGenerateEndpoint(model, inferenceType);
      await record(title, endpoint.url, request);
      endpoint.close();
    }
  } finally {
    await triton.stop();
  }
  return recordings;
}

/** The first response of each model of each endpoint in an assembly. */
async function recordExamples(folder: string): Promise<Recording[]> {
  const assembly = readLocalAssembly(folder);
  const { signal } = new AbortController();
  const options = { runtime: new WheelRuntime(), network: false, verbose: false, signal };
  const recordings: Recording[] = [];
  for (const variant of assembly.variants) {
    const served = await ServedVariant.start(assembly, variant, options);
    await served.test();
    for (const { targetModel, response } of served.loopback?.firstExchanges ?? []) {
      const title = [variant.endpointName, variant.variantName, targetModel].filter(Boolean).join(' ');
      recordings.push(toRecording(title, response.contentType, Buffer.from(response.body), 200));
    }
    await served.stop();
  }
  return recordings;
}

async function main(): Promise<void> {
  const recordings = [...(await recordFeatures()), ...(await recordExamples(process.argv[2]))];
  fs.writeFileSync(RECORDINGS, `${JSON.stringify(recordings, undefined, 1)}\n`);
}

void main();
