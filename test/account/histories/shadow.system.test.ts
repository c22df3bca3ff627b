import { STEPS, withEndpoint } from './shadow';

describe('a shadow variant', () => {
  test('with wrong responses causes no alarm, and its promotion is rolled back by the probe', () =>
    withEndpoint({ seed: 5 }, async (history) => {
      history.requireCapacity();
      expect(await history.deploy(STEPS.addShadow)).toBeUndefined();
      history.isCandidateCorrect = false;
      await history.minutes(20);
      expect(history.firingAlarms()).toEqual([]);
      expect(await history.deploy(STEPS.promote)).toMatch('configured alarm(s) are in alarm state');
      expect(history.servedModels()).toEqual(['current']);
    }));

  test('can be added and removed without rollback alarms if SageMaker rejects the update with them', () =>
    withEndpoint(
      { seed: 4, switches: { 'sagemaker.guarded-update-may-change-the-shadow': false } },
      async (history) => {
        history.requireCapacity();
        expect(await history.deploy(STEPS.addShadow)).toMatch('must have the same variant names');
        expect(await history.deploy({ ...STEPS.addShadow, guarded: false })).toBeUndefined();
        // The promotion keeps the variants, so it rolls back on alarms.
        expect(await history.deploy(STEPS.promote)).toBeUndefined();
        expect(await history.deploy({ ...STEPS.removeShadow, guarded: false })).toBeUndefined();
        expect(history.servedModels()).toEqual(['candidate']);
      },
    ));
});
