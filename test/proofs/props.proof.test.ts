import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import {
  InferenceRecommenderJob,
  TritonAsyncEndpoint,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { schemaTable } from '../../scripts/cloudformation-schemas';
import { StackTemplate } from '../account/iam/example-templates';
import { policyFindings } from '../account/iam/policy-findings';
import { awsProgram } from '../aws-venv';
import { RUNS_ALL } from '../setup/proof';
import { asynchronousProperties } from './props/asynchronous';
import { multiModelProperties } from './props/multi-model';
import { realtimeProperties } from './props/realtime';
import { recommenderProperties } from './props/recommender';
import { definePropertyTests, VALID_TEMPLATES_PER_CONSTRUCT } from './property-tests';

type Template = { readonly Resources: Record<string, { readonly Type: string }> };

/** The folder of the templates with valid properties. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'valid-props-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('TritonRealtimeEndpoint', () => {
  definePropertyTests(
    'realtime',
    (stack, props) => new TritonRealtimeEndpoint(stack, 'Endpoint', props),
    realtimeProperties,
    folder,
  );
});

describe('TritonMultiModelEndpoint', () => {
  definePropertyTests(
    'multi-model',
    (stack, props) => new TritonMultiModelEndpoint(stack, 'Endpoint', props),
    multiModelProperties,
    folder,
  );
});

describe('TritonAsyncEndpoint', () => {
  definePropertyTests(
    'asynchronous',
    (stack, props) => new TritonAsyncEndpoint(stack, 'Endpoint', props),
    asynchronousProperties,
    folder,
  );
});

describe('InferenceRecommenderJob', () => {
  definePropertyTests(
    'recommender',
    (stack, props) => new InferenceRecommenderJob(stack, 'Benchmark', props),
    recommenderProperties,
    folder,
  );
});

test('the table of CloudFormation schemas contains all resource types', () => {
  const tableTypes = Object.values(schemaTable().types).flat();
  const types = fs.readdirSync(folder).flatMap((file) => {
    const { Resources } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as Template;
    return Object.values(Resources).map(({ Type }) => Type);
  });
  // The user creates resources of these types, such as a VPC, and passes them as properties.
  const userTypes = /^(AWS::(CDK|KMS::Key$|EC2::(?!SecurityGroup))|Custom::)/;
  expect([...new Set(types)].filter((type) => !userTypes.test(type) && !tableTypes.includes(type))).toEqual([]);
});

// For each change, bin/strict.proof.test.ts runs cfn-lint, whose start takes longer than the rest of this slice.
if (RUNS_ALL)
  test('cfn-lint accepts the templates of valid properties', () => {
    expect(fs.readdirSync(folder)).toHaveLength(4 * VALID_TEMPLATES_PER_CONSTRUCT);
    // W3005 is ignored, because CDK declares dependencies that references already imply.
    const output = spawnSync(awsProgram('cfn-lint'), ['--ignore-checks', 'W3005', '--', `${folder}/*.template.json`], {
      encoding: 'utf8',
    });
    expect(output).toMatchObject({ status: 0, stdout: '' });
  });

test('policies contain only condition keys that apply, and allow only the required actions', async () => {
  const findings = fs.readdirSync(folder).map((file) => {
    const template = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as StackTemplate;
    return policyFindings(file, template);
  });
  expect((await Promise.all(findings)).flat()).toEqual([]);
});
