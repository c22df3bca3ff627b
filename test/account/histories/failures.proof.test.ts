import type { NamedHistory } from './fixed-defects';
import { runHistory } from './run-history';
import { deploy } from './steps';
import { sample, SEED } from '../../setup/proof';

/** Failures of Triton on SageMaker that users report, and that this library prevents. Their tests in `test/endpoint/failures` have the same numbers. */
const HISTORIES: readonly NamedHistory[] = [
  {
    title: '15, 16: the name of the new endpoint configuration is taken, or the old one is deleted too early',
    history: [deploy('plain'), deploy('other instance type'), deploy('plain'), deploy('other model'), deploy('plain')],
  },
  {
    title: '17: SageMaker rolls an update back, and CloudFormation reports success',
    history: [deploy('plain'), deploy('other model', { kind: 'new version does not start' })],
    switches: { 'cloudformation.rolled-back-endpoint-fails': false },
  },
  {
    title: '17: SageMaker rolls an update back, and CloudFormation notices it',
    history: [deploy('without a GPU'), deploy('without a GPU, other model', { kind: 'new version does not start' })],
  },
  {
    title: '33: the quota for instances is used up',
    history: [deploy('plain'), deploy('other instance type', { kind: 'the quota is used up' })],
  },
  {
    title: '34: AWS has no instances of the type',
    history: [deploy('plain'), deploy('other instance type', { kind: 'new fleet finds no capacity' })],
  },
  {
    title: '34: AWS has no instances without a GPU',
    history: [deploy('plain'), deploy('without a GPU', { kind: 'new fleet finds no capacity' })],
  },
  {
    title: '35: a request to a model arrives before the model is loaded',
    history: [deploy('two models'), deploy('one more model')],
  },
  {
    title: '46: an update shifts all traffic in one step, and is not rolled back',
    history: [deploy('canary'), deploy('linear'), deploy('rolling'), deploy('rolling, other model')],
  },
];

test.each(sample(HISTORIES, 3))('$title', async ({ history, switches }) => {
  expect((await runHistory(history, { seed: SEED, switches })).violations).toEqual([]);
});
