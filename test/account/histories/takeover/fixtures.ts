import type { Switches } from '../../behavior';
import { simulate, Simulation } from '../../simulation';
import { unexpectedDenials } from '../expected-denials';
import { importApp, libraryApp } from './apps';
import { createLegacyEndpoint, LegacyOptions } from './legacy-endpoint';

// The apps are synthesized before virtual time begins.
export const APP = libraryApp();
export const IMPORT = importApp(APP);

const SMOKE_TEST = Object.keys(APP.template.Resources).find(
  (id) => APP.template.Resources[id].Type === 'Custom::TritonSmokeTest',
);
export const IMPORT_WITHOUT_UPDATE: Switches = { 'cloudformation.import-updates-the-endpoint': false };

/** The role of the app may not write to the bucket in which SageMaker continues to capture if it retains the earlier capture. */
const RETAINED_CAPTURE_DENIED = /may not s3:PutObject .*legacy-models\/captured/;

/** Runs a test with an endpoint that a notebook has created. */
export async function withLegacyEndpoint(
  test: (aws: Simulation) => Promise<void>,
  { switches, ...options }: LegacyOptions & { readonly switches?: Switches } = {},
): Promise<void> {
  await simulate({ seed: 1, switches }, async (aws) => {
    await createLegacyEndpoint(aws, options);
    await test(aws);
    const denials = unexpectedDenials(aws.account.denials).filter((denial) => !RETAINED_CAPTURE_DENIED.test(denial));
    expect(denials).toEqual([]);
  });
}

/** Makes the last step of the deployment fail: after the new version serves all requests, and after its targets and policies exist. */
export function failAtTheEnd({ cloudformation }: Simulation): void {
  cloudformation.injectFailure = ({ logicalId, action, moment, phase }) =>
    logicalId === SMOKE_TEST && action === 'create' && moment === 'after' && phase === 'forward'
      ? 'the smoke test failed'
      : undefined;
}
