import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { TritonRealtimeEndpoint } from '../lib';
import { anyProps, validProps } from './proofs/endpoint-props';
const seen = new Map<string, number>(); let ok = 0, ours = 0;
const which = process.argv[2] === 'valid' ? validProps : anyProps;
const props = fc.sample(which, { numRuns: Number(process.argv[3]), seed: Number(process.argv[4] ?? 1) });
for (const make of props) {
  const stack = new Stack(new App(), 'Stack'); new CfnParameter(stack, 'SomeParameter');
  let p: any;
  try { p = make(stack); new TritonRealtimeEndpoint(stack, 'Endpoint', p); Template.fromStack(stack); ok++; }
  catch (e: any) {
    const text = `${e.constructor.name}: ${e.message}`;
    if (e.constructor === Error && /[[(][a-z0-9-]+\.[a-z0-9-]+[\])]/.test(text) && process.argv[2] !== 'valid') { ours++; continue; }
    const key = text.slice(0, 300) + '\n     ' + (e.stack ?? '').split('\n').filter((l: string) => /\/lib\/|\(lib/.test(l) && !/node_modules/.test(l)).slice(0, 4).map((l: string) => l.trim()).join(' | ');
    const k2 = key.replace(/\d+(\.\d+)?(e\+?\d+)?/g, 'N').slice(0, 160);
    if (!seen.has(k2)) console.log('---', key);
    seen.set(k2, (seen.get(k2) ?? 0) + 1);
  }
}
console.log(ok, 'synthesized;', ours, 'ours;', [...seen.values()].reduce((a, b) => a + b, 0), 'others');
