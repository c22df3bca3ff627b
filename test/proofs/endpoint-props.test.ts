import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { InstanceType, TritonMultiModelEndpoint, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';
import { awsProgram } from '../aws-venv';
import { findCycle, referencesOf } from '../endpoint/template-graph';
import { anyProps, InStack, lateProps, validProps } from './endpoint-props';

jest.setTimeout(240_000);

type MakeEndpoint = (stack: Stack, props: TritonRealtimeEndpointProps) => void;

const realtime: MakeEndpoint = (stack, props) => {
  new TritonRealtimeEndpoint(stack, 'Endpoint', props);
};

/** The same properties, but for those that only the other kind has, and for a type with several GPUs. */
const multiModel: MakeEndpoint = (stack, { model, variants: _variants, packaging: _packaging, ...shared }) => {
  const instanceType =
    shared.instanceType === InstanceType.G4DN_12XLARGE ? InstanceType.G4DN_4XLARGE : shared.instanceType;
  new TritonMultiModelEndpoint(stack, 'Endpoint', { ...shared, models: [model], instanceType });
};

const KINDS = [
  ['real-time', realtime],
  ['multi-model', multiModel],
] as const;

function templateOf(
  makeProps: InStack<TritonRealtimeEndpointProps>,
  makeEndpoint = realtime,
): Record<string, Record<string, unknown>> {
  const stack = new Stack(new App(), 'Stack');
  new CfnParameter(stack, 'SomeParameter');
  makeEndpoint(stack, makeProps(stack));
  return Template.fromStack(stack).toJSON();
}

test('valid properties synthesize, without a cycle, to what cfn-lint has nothing against', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'valid-props-'));
  let count = 0;
  fc.assert(
    fc.property(validProps, (makeProps) => {
      const template = templateOf(makeProps);
      expect(findCycle(referencesOf(template.Resources))).toBeUndefined();
      fs.writeFileSync(path.join(folder, `${count++}.template.json`), JSON.stringify(template));
    }),
    { numRuns: 40 },
  );
  // W3005: CDK writes dependencies down that references already say.
  execFileSync(awsProgram('cfn-lint'), ['--ignore-checks', 'W3005', '--', `${folder}/*.template.json`], {
    encoding: 'utf8',
  });
  fs.rmSync(folder, { recursive: true });
});

test.each(KINDS)('%s: properties that are only known at deploy time synthesize', (_, makeEndpoint) => {
  fc.assert(
    fc.property(lateProps, (makeProps) => {
      expect(templateOf(makeProps, makeEndpoint)).toHaveProperty('Resources');
    }),
    { numRuns: 50 },
  );
});

test.each(KINDS)(
  '%s: properties of any value synthesize, or are refused in words that name rule and property',
  (_, makeEndpoint) => {
    fc.assert(
      fc.property(anyProps, (makeProps) => {
        let refusal: unknown;
        try {
          templateOf(makeProps, makeEndpoint);
        } catch (error) {
          refusal = error;
        }
        if (refusal !== undefined) expect(describeRefusal(refusal)).toMatch(OURS);
      }),
      { numRuns: 150 },
    );
  },
);

/** A rule's id, in brackets behind a list of findings or behind a sentence. */
const OURS = /^Error: [^]*[[(][a-z0-9-]+\.[a-z0-9-]+[\])]/;

function describeRefusal(refusal: unknown): string {
  return refusal instanceof Error
    ? `${refusal.constructor.name}: ${refusal.message}\n${refusal.stack}`
    : String(refusal);
}
