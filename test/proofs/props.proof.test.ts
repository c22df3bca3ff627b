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
import { StackTemplate } from '../account/iam/example-templates';
import { policyFindings } from '../account/iam/policy-findings';
import { awsProgram } from '../aws-venv';
import { asynchronousProperties } from './props/asynchronous';
import { multiModelProperties } from './props/multi-model';
import { realtimeProperties } from './props/realtime';
import { recommenderProperties } from './props/recommender';
import { schemaTable } from '../../scripts/cloudformation-schemas';
import { proveProperties, VALID } from './prove-properties';

type Template = { readonly Resources: Record<string, { readonly Type: string }> };

/** The templates that valid properties gave. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'valid-props-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('TritonRealtimeEndpoint', () => {
  proveProperties(
    'realtime',
    (stack, props) => new TritonRealtimeEndpoint(stack, 'Endpoint', props),
    realtimeProperties,
    folder,
  );
});

describe('TritonMultiModelEndpoint', () => {
  proveProperties(
    'multi-model',
    (stack, props) => new TritonMultiModelEndpoint(stack, 'Endpoint', props),
    multiModelProperties,
    folder,
  );
});

describe('TritonAsyncEndpoint', () => {
  proveProperties(
    'asynchronous',
    (stack, props) => new TritonAsyncEndpoint(stack, 'Endpoint', props),
    asynchronousProperties,
    folder,
  );
});

describe('InferenceRecommenderJob', () => {
  proveProperties(
    'recommender',
    (stack, props) => new InferenceRecommenderJob(stack, 'Benchmark', props),
    recommenderProperties,
    folder,
  );
});

test('the table of CloudFormation’s schemas has the types of all of them', () => {
  const tabled = Object.values(schemaTable().types).flat();
  const types = fs.readdirSync(folder).flatMap((file) => {
    const { Resources } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as Template;
    return Object.values(Resources).map(({ Type }) => Type);
  });
  // A user's own, which the properties name.
  const given = /^(AWS::(CDK|KMS::Key$|EC2::(?!SecurityGroup))|Custom::)/;
  expect([...new Set(types)].filter((type) => !given.test(type) && !tabled.includes(type))).toEqual([]);
});

test('cfn-lint has nothing against the templates of valid properties', () => {
  expect(fs.readdirSync(folder)).toHaveLength(4 * VALID);
  // W3005: CDK writes dependencies down that references already say.
  const said = spawnSync(awsProgram('cfn-lint'), ['--ignore-checks', 'W3005', '--', `${folder}/*.template.json`], {
    encoding: 'utf8',
  });
  expect(said).toMatchObject({ status: 0, stdout: '' });
});

test('no policy of theirs has a condition key that a resource never carries, or allows more than the reference needs', async () => {
  const findings = fs.readdirSync(folder).map((file) => {
    const template = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as StackTemplate;
    return policyFindings(file, template);
  });
  expect((await Promise.all(findings)).flat()).toEqual([]);
});
