import { indexPages, PageIndex } from '../../site/search/page-index';
import { rank } from '../../site/search/rank';
import { fromSitePages } from './fixtures/site-pages';

/** Questions of newcomers, with the pages that answer them. They were written before the ranking, and not for its words. */
const QUESTIONS: Record<string, string[]> = {
  'how do I get started': ['getting-started', 'tutorial'],
  'deploy a PyTorch model': ['bring-a-model', 'tutorial'],
  'Hugging Face transformer': ['bring-a-model'],
  'send a request from my application': ['call-the-endpoint'],
  'what permissions does a deployment need': ['first-deployment'],
  'how much will it cost': ['costs'],
  'endpoint stays in Creating': ['diagnose'],
  'try it without an AWS account': ['getting-started', 'tutorial'],
  'scale to zero at night': ['scaling', 'asynchronous', 'costs', 'inference-components'],
  'roll back a bad deployment': ['updates'],
  canary: ['updates', 'examples/canary-release'],
  'several models on one endpoint': ['multi-model', 'inference-components'],
  'serve an LLM': ['language-models'],
  'does it work with Python': ['python'],
  'deploy from GitHub Actions': ['ci'],
  'get notified when something breaks': ['monitoring'],
  'which instance type should I choose': ['sizing', 'images'],
  'VPC without internet': ['security', 'examples/private'],
  'convert a model to TensorRT': ['engines'],
  'difference to the SageMaker Python SDK': ['coming-from'],
};

let index: PageIndex;
beforeAll(() => {
  index = fromSitePages(indexPages);
});

const firstResult = (query: string): string | undefined => rank(index, query)[0]?.[0];

test('the first result answers at least 18 of 20 questions of a newcomer', () => {
  const questions = Object.entries(QUESTIONS);
  expect(questions).toHaveLength(20);
  const missed = questions.filter(([question, pages]) => !pages.includes(firstResult(question) ?? ''));
  expect(missed.map(([question]) => `${question}: ${firstResult(question)}`).slice(2)).toEqual([]);
});

test.each([
  ['TritonRealtimeEndpoint', 'api/TritonRealtimeEndpoint'],
  ['RollingUpdateOptions', 'api/RollingUpdateOptions'],
  ['dyn.preferred-max', 'rules/dyn.preferred-max'],
])('the name %s leads to its page', (name, page) => {
  expect(firstResult(name)).toBe(page);
});

test('a page need not contain all words of the query', () => {
  expect(firstResult('canary xyzzy')).toBe(firstResult('canary'));
});

test('a part of a name is found', () => {
  expect(rank(index, 'RollingUpd').map(([page]) => page)).toContain('api/RollingUpdateOptions');
});

test('a word that no page contains has no result', () => {
  expect(rank(index, 'xyzzy')).toEqual([]);
});
