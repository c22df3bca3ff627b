import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, MonitoringOptions, Scaling, TritonModelProps, TritonRealtimeEndpoint } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';

/** A folder with a trace of eight hours with one peak, and a table of latencies. */
export interface SimulationFolder {
  readonly folder: string;
  readonly trace: string;
  readonly latencyTable: string;
}

export const INSTANCE_TYPE = 'ml.g4dn.xlarge';

export function createSimulationFolder(): SimulationFolder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'simulate-'));
  const write = (name: string, lines: string[]): string => {
    fs.writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
    return path.join(folder, name);
  };
  const rows = Array.from({ length: 480 }, (_, minute) => {
    const time = new Date(Date.UTC(2026, 10, 16, 6, minute)).toISOString();
    const rate = 20 + 110 * (1 - Math.cos((2 * Math.PI * minute) / 480));
    return `${time},${Math.round(60 * rate)}`;
  });
  return {
    folder,
    trace: write('trace.csv', ['time,requests', ...rows]),
    latencyTable: write('latency.csv', [
      'instance_type,batch,milliseconds',
      ...[1, 8].map((batch) => `${INSTANCE_TYPE},${batch},${28 + 2 * batch}`),
    ]),
  };
}

/** The endpoint of a synthesized app. */
export interface SynthesizedEndpoint {
  readonly id: string;
  readonly scaling?: Scaling;
  readonly instanceCount?: number;
  readonly model?: Partial<TritonModelProps>;
  readonly monitoring?: MonitoringOptions;
}

/** Synthesizes an app with one stack, `Vision`, and returns its assembly. */
export function synthesize(folder: string, ...endpoints: SynthesizedEndpoint[]): string {
  const outdir = fs.mkdtempSync(path.join(folder, 'cdk.out-'));
  // The CDK CLI sets this context, so templates contain the paths of the constructs.
  const app = new App({ outdir, context: { 'aws:cdk:enable-path-metadata': true } });
  const stack = new Stack(app, 'Vision');
  for (const { id, scaling, instanceCount, model, monitoring } of endpoints) {
    new TritonRealtimeEndpoint(stack, id, {
      model: classifier(model),
      endpointName: id.toLowerCase(),
      instanceType: InstanceType.of(INSTANCE_TYPE),
      ...{ instanceCount, scaling, monitoring },
    });
  }
  app.synth();
  return outdir;
}
