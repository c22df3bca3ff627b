import { errorsOf, edgeCaseRows, publicRows } from './corpus';

/** Release of the server that produced the recorded verdicts. */
const RELEASE = '24.10';

describe('public configurations', () => {
  const name = (row: { source: string; path: string }) => `${row.source}/${row.path}`;
  const rows = publicRows.map((row) => ({ ...row, errors: errorsOf(row.config_pbtxt, { tritonRelease: RELEASE }) }));

  test('have no errors if the server accepts them', () => {
    const accepted = rows.filter((row) => row.verdict === 'accept');
    // This server had no backends, and the checks of instance groups come after the search for the backend.
    const withGpusOnCpu =
      'triton-inference-server/server/qa/L0_model_config/noautofill_platform/invalid_cpu/config.pbtxt';
    expect(accepted.filter((row) => row.errors.length > 0).map(name)).toEqual([withGpusOnCpu]);
    expect(accepted).toHaveLength(209);
  });

  test('have errors if the server rejects them because of their config.pbtxt', () => {
    const rejected = rows.filter((row) => row.verdict === 'reject' && row.decidable === 'config');
    expect(rejected.filter((row) => row.errors.length === 0).map(name)).toEqual([]);
    expect(rejected).toHaveLength(39);
  });

  test('have no errors if only the composing models are missing', () => {
    const incomplete = rows.filter((row) => row.verdict === 'needs-other-models');
    expect(incomplete.filter((row) => row.errors.length > 0).map(name)).toEqual([]);
    expect(incomplete).toHaveLength(28);
  });
});

describe('edge cases', () => {
  test.each(edgeCaseRows.filter(({ verdict }) => verdict === 'accept').map((row) => [row.id, row] as const))(
    '%s is accepted',
    (_, row) => {
      expect(errorsOf(row.config_pbtxt, { tritonRelease: RELEASE })).toEqual([]);
      expect(errorsOf(row.config_pbtxt, { tritonRelease: RELEASE, gpuCount: 2 })).toEqual([]);
    },
  );

  const rejected = edgeCaseRows.filter(
    ({ verdict, decidable }) => verdict === 'reject' && (decidable === 'config' || decidable === 'load'),
  );
  test.each(rejected.map((row) => [row.id, row] as const))('%s is rejected', (_, row) => {
    expect(errorsOf(row.config_pbtxt, { tritonRelease: RELEASE, gpuCount: 2 })).not.toEqual([]);
  });

  // Other verdicts depend on model files, repository agents or auto-completion.
  const decidableRows = edgeCaseRows.filter(({ decidable }) => decidable === 'config' || decidable === 'load');
  test.each(decidableRows.map((row) => [row.id, row] as const))(
    'for %s without a GPU, the rules agree with the server',
    (_, row) => {
      const errors = errorsOf(row.config_pbtxt, { tritonRelease: RELEASE, gpuCount: 0 });
      const { accepted, stage } = row.server.cpu;
      // If the server fails only because the backend is not installed, the configuration is valid.
      expect(errors.length === 0).toBe(accepted || stage === 'backend-lookup');
    },
  );
});
