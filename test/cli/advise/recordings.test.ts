import { judge } from '../../../bench/advise/judge';
import { readRecordings } from '../../../bench/advise/recording';

/*
 * Recordings of six loads on real Triton servers, each with several settings (npx projen bench:advise --record). The right answers are those of the
 * measured latencies.
 */
describe('the advice on recorded loads', () => {
  const judgements = readRecordings().map((recording) => judge(recording));

  test.each(judgements.map((judgement) => [judgement.load.question, judgement] as const))(
    '%s: is not wrong, and explains itself',
    (_, { outcome, sentences }) => {
      expect(outcome).not.toBe('wrong');
      expect(outcome).not.toBe('not measured');
      expect(sentences.length).toBeGreaterThan(0);
    },
  );

  test('is right on at least four of the six loads', () => {
    expect(judgements.filter(({ outcome }) => outcome === 'right').length).toBeGreaterThanOrEqual(4);
  });

  test('without a latency table, does not decide about dynamic batching for a model that never executed a batch', () => {
    const [first] = readRecordings();
    expect(first.name).toBe('no-batching');
    const { outcome, sentences } = judge(first, false);
    expect(outcome).toBe('none');
    expect(sentences.join(' ')).toContain("Run 'local cdk.out --latency-table latency.csv'");
  });
});
