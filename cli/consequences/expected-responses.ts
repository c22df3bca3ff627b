import { isDeepStrictEqual } from 'node:util';
import type { Examples } from '../../lambda/smoke-test/test-plan';
import { Consequence } from './consequence';
import { Endpoint } from './endpoint';
import { Deployment } from './model-files';
import { examples } from '../resource-shapes';
import { parseJson, Shape } from '../shape';
import { isProbed } from './rollback-alarms';
import { smokeTestsOf } from './smoke-tests';
import { sendsToBothFleets, waitingOf } from './waiting';

/** What callers and the probe see when the correct responses of the examples are others in the new version. */
export function responseConsequences(
  [before, old]: [Endpoint, Deployment],
  [after, fresh]: [Endpoint, Deployment],
): Consequence[] {
  const [from, to] = [examplesOf(before, old), examplesOf(after, fresh)];
  if (!from || !to) return [];
  const models = Object.keys(to).filter((model) => hasOtherResponse(from[model], to[model]));
  if (models.length === 0) return [];
  const sentence =
    `The expected responses of the examples change for ${models.join(', ')}: until all traffic has shifted, and after a rollback, callers receive responses of the ` +
    `old version.${sendsToBothFleets(waitingOf(after).strategy) && isProbed(after, fresh.template) ? PROBE_FIRES : ''}`;
  return [{ about: 'requests', sentence, facts: { models } }];
}

const PROBE_FIRES =
  ' During the update, the probe compares the responses of both fleets with the new expected responses, so its alarm for operators fires; with UpdateStrategy.allAtOnce it does not.';

/** The examples that the smoke test of an endpoint sends, by model; undefined where the assembly does not have them. */
function examplesOf(endpoint: Endpoint, { template, objects }: Deployment): Examples | undefined {
  for (const { ExamplesBucket, ExamplesKey } of smokeTestsOf(endpoint, template)) {
    const key = `${String(ExamplesBucket)}/${String(ExamplesKey)}`;
    const content = objects.read(key);
    if (content !== undefined) return parseJson(content.toString(), key, examples as Shape<unknown> as Shape<Examples>);
  }
  return undefined;
}

/** Whether the same request has another expected response. */
function hasOtherResponse(before: Examples[string] = [], after: Examples[string] = []): boolean {
  return after.some(({ request, response }) => {
    const same = before.find((each) => isDeepStrictEqual(each.request, request));
    return same !== undefined && !isDeepStrictEqual(same.response, response);
  });
}
