import fc from 'fast-check';
import { switchPositions } from './assumptions';
import { STEPS, withEndpoint } from './shadow';
import { runs } from '../../setup/proof';

/** Endpoints whose shadow variant receives at least 120 requests per minute, with which latencies are compared. */
const endpoint = fc.record({
  load: fc.constantFrom(1200, 3600),
  weight: fc.constantFrom(0.1, 0.3, 0.5, 1),
  minInstances: fc.integer({ min: 2, max: 4 }),
  shadowScales: fc.boolean(),
  canary: fc.boolean(),
});

const options = fc.record({ seed: fc.nat(), switches: switchPositions, endpoint });

/** The quality of a worse candidate, and the alarms of the shadow variant that it causes. */
const worseCandidate = fc.oneof(
  fc.record({ latencyMilliseconds: fc.integer({ min: 1500, max: 9000 }) }).map((quality) => ({
    quality,
    alarms: ['shadowLatency'],
  })),
  fc
    .record({ errors5xx: fc.double({ min: 0.05, max: 1, noNaN: true }) })
    .map((quality) => ({ quality, alarms: ['shadowErrors'] })),
);

const parameters = { numRuns: runs(6, 1), endOnFailure: process.env.SHRINK === undefined };

test('a candidate that is not worse is promoted: production serves on its capacity, and no alarm fires at any time', () =>
  fc.assert(
    fc.asyncProperty(options, fc.integer({ min: 1, max: 20 }), (history, latencyMilliseconds) =>
      withEndpoint({ ...history, candidate: { latencyMilliseconds } }, async (endpointHistory) => {
        const count = endpointHistory.requireCapacity();
        expect(await endpointHistory.deployChangedShadow(STEPS.addShadow)).toBeUndefined();
        await endpointHistory.minutes(20);
        expect(await endpointHistory.deploy(STEPS.promote)).toBeUndefined();
        expect(endpointHistory.servedModels()).toEqual(['candidate']);
        await endpointHistory.minutes(20);
        expect(await endpointHistory.deployChangedShadow(STEPS.removeShadow)).toBeUndefined();
        await endpointHistory.minutes(20);
        expect(endpointHistory.instanceCount()).toBe(count);
        expect(endpointHistory.servedModels()).toEqual(['candidate']);
        expect(endpointHistory.allFiredAlarms()).toEqual([]);
      }),
    ),
    parameters,
  ));

test('a candidate that is worse is named by its alarm, and its promotion rolls back', () =>
  fc.assert(
    fc.asyncProperty(options, worseCandidate, (history, { quality, alarms }) =>
      withEndpoint(history, async (endpointHistory) => {
        endpointHistory.requireCapacity();
        expect(await endpointHistory.deployChangedShadow(STEPS.addShadow)).toBeUndefined();
        endpointHistory.candidate = quality;
        await endpointHistory.minutes(25);
        expect(endpointHistory.firingAlarms()).toEqual(alarms);
        expect(await endpointHistory.deploy(STEPS.promote)).toBeDefined();
        expect(endpointHistory.servedModels()).toEqual(['current']);
      }),
    ),
    parameters,
  ));
