import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { Batching, InferenceComponentOptions, Scaling, TritonImage } from '../../../lib';
import { classifier } from '../fixtures';
import { component, createVisionEndpoint, templateOf } from './fixtures';

const CAT = component('cat');
const DOG = component('dog');

/** Logical IDs of the resources that a deployment changes, without those of which only the dependencies change. */
function changedIds(before: InferenceComponentOptions[], after: InferenceComponentOptions[]): string[] {
  const templates = [before, after].map((components) => templateOf(createVisionEndpoint({ components })).toJSON());
  const changed: string[] = [];
  fullDiff(templates[0], templates[1]).resources.forEachDifference((id, difference) => {
    const isChange =
      difference.changeImpact !== ResourceImpact.WILL_UPDATE || Object.keys(difference.propertyUpdates).length > 0;
    if (isChange && !/^CDKMetadata/.test(id)) changed.push(id);
  });
  return changed;
}

const changesOf = (name: string, ids: string[]): string[] => ids.filter((id) => id.startsWith(`Vision${name}`));

describe('no resource of the component dog, and neither the endpoint nor its configuration changes if', () => {
  test.each<[string, InferenceComponentOptions[], InferenceComponentOptions[]]>([
    ['a component is added before it', [DOG], [CAT, DOG]],
    ['a component is removed', [CAT, DOG], [DOG]],
    [
      'the model of a different component changes',
      [CAT, DOG],
      [{ ...CAT, model: classifier({ name: 'cat', batching: Batching.dynamic() }) }, DOG],
    ],
    [
      'the image of a different component changes',
      [CAT, DOG],
      [{ ...CAT, image: TritonImage.forRelease('26.04') }, DOG],
    ],
    [
      'the number of copies of a different component changes',
      [CAT, DOG],
      [{ ...CAT, copyCount: 2, scaling: Scaling.none() }, DOG],
    ],
  ])('%s', (_, before, after) => {
    const ids = changedIds(before, after);
    expect(ids.length).toBeGreaterThan(0);
    expect(changesOf('dog', ids)).toEqual([]);
    expect(changesOf('Resource', ids)).toEqual([]);
    expect(ids.filter((id) => /^Vision(EndpointConfig)?[0-9A-F]{8}$/.test(id))).toEqual([]);
  });
});
