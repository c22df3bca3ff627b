import { Switches } from '../behaviour';
import { FIXED_DEFECTS } from './fixed-defects';
import { runHistory } from './run';
import { deploy, Step } from './steps';

/**
 * The failures of others that this library has to prevent and that happen in deployments, by their numbers in `test/endpoint/failures`,
 * where templates are held against all of them. Here the deployment itself is played. Those that a fixed defect plays are named by its
 * sentence.
 */
const PLAYED: readonly {
  readonly failure: string;
  readonly history: readonly Step[] | string;
  readonly switches?: Switches;
}[] = [
  {
    failure: '14: files of another version under the key of before',
    history: 'while a new version is deployed, hosts of the old one can be replaced: the role still reads its model',
  },
  {
    failure: '15 and 16: names of configurations that are taken, and configurations that are deleted too early',
    history: [deploy('plain'), deploy('other instance type'), deploy('plain')],
  },
  {
    failure: '17: an update that SageMaker rolled back and CloudFormation calls complete',
    history: [deploy('plain'), deploy('other model', { kind: 'new fleet does not start' })],
    switches: { 'cloudformation.rolled-back-endpoint-fails': false },
  },
  {
    failure: '18: an update that resets the number of instances',
    history: 'the changed count of a variant next to one that scales is live after a deployment',
  },
  {
    failure: '19: a registered variant whose instance type changes',
    history: 'a variant that scales can get another instance type',
  },
  { failure: '20: a deletion that may not deregister', history: [deploy('scaled'), { kind: 'delete' }] },
  { failure: '30: files that may be read and not listed', history: [deploy('open prefix')] },
  {
    failure: '33: a quota that is used up',
    history: [deploy('plain'), deploy('other instance type', { kind: 'new fleet exceeds the quota' })],
  },
  {
    failure: '34: a zone without instances of the type',
    history: [deploy('plain'), deploy('other instance type', { kind: 'new fleet finds no instances' })],
  },
  {
    failure: '35: models that are loaded at the first request',
    history: [deploy('two models'), deploy('a model more')],
  },
  {
    failure: '42: network interfaces that outlive the endpoint',
    history: 'a stack with an endpoint in a VPC can be deleted',
  },
  {
    failure: '46: updates of all kinds, one after the other',
    history: [deploy('canary'), deploy('linear'), deploy('rolling'), deploy('rolling, other model')],
  },
];

const own = PLAYED.filter(({ history }) => typeof history !== 'string');

test.each(own)('$failure', async ({ history, switches }) => {
  expect((await runHistory(history as Step[], { seed: 1, switches })).violations).toEqual([]);
});

test('the others are played as fixed defects', () => {
  const sentences = PLAYED.flatMap(({ history }) => (typeof history === 'string' ? [history] : []));
  expect(FIXED_DEFECTS.map(({ sentence }) => sentence)).toEqual(expect.arrayContaining(sentences));
});
