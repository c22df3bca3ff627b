import { errorsOf, probeRows, publicRows } from './corpus';

const RELEASE = '24.10'; // of the server that judged

describe('public configurations', () => {
  const name = (row: { source: string; path: string }) => `${row.source}/${row.path}`;
  const judged = publicRows.map((row) => ({ ...row, errors: errorsOf(row.config_pbtxt, { tritonRelease: RELEASE }) }));

  test('none that the server accepts is refused', () => {
    const accepted = judged.filter((row) => row.verdict === 'accept');
    expect(accepted.filter((row) => row.errors.length > 0).map(name)).toEqual([]);
    expect(accepted).toHaveLength(209);
  });

  test('each that the server refuses for its text is refused', () => {
    const refused = judged.filter((row) => row.verdict === 'reject' && row.decidable === 'config');
    expect(refused.filter((row) => row.errors.length === 0).map(name)).toEqual([]);
    expect(refused).toHaveLength(39);
  });

  test('an ensemble whose members are elsewhere is not refused for that', () => {
    const alone = judged.filter((row) => row.verdict === 'needs-other-models');
    expect(alone.filter((row) => row.errors.length > 0).map(name)).toEqual([]);
    expect(alone).toHaveLength(28);
  });
});

describe('edge cases', () => {
  test.each(probeRows.filter(({ verdict }) => verdict === 'accept').map((row) => [row.id, row] as const))(
    '%s is accepted',
    (_, row) => {
      expect(errorsOf(row.config_pbtxt, { tritonRelease: RELEASE })).toEqual([]);
      expect(errorsOf(row.config_pbtxt, { tritonRelease: RELEASE, gpuCount: 2 })).toEqual([]);
    },
  );

  const refused = probeRows.filter(
    ({ verdict, decidable }) => verdict === 'reject' && (decidable === 'config' || decidable === 'load'),
  );
  test.each(refused.map((row) => [row.id, row] as const))('%s is refused', (_, row) => {
    expect(errorsOf(row.config_pbtxt, { tritonRelease: RELEASE, gpuCount: 2 })).not.toEqual([]);
  });

  // Without auto-completion, with the files and the agents of a server, and without GPU, verdicts differ.
  const withoutGpu = probeRows.filter(({ decidable }) => decidable === 'config' || decidable === 'load');
  test.each(withoutGpu.map((row) => [row.id, row] as const))('%s without a GPU', (_, row) => {
    const errors = errorsOf(row.config_pbtxt, { tritonRelease: RELEASE, gpuCount: 0 });
    const { accepted, stage } = row.server.cpu;
    expect(errors.length === 0).toBe(accepted || stage === 'backend-lookup');
  });
});
