import { ALL_BEHAVIOURS } from './all-behaviours';

test('behaviours have ids of their own and a source', () => {
  const ids = ALL_BEHAVIOURS.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const { source } of ALL_BEHAVIOURS) expect(source).not.toBe('');
});
