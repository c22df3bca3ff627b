import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Fact, FactName } from 'aws-cdk-lib/region-info';
import { TritonRealtimeEndpoint } from '../../lib';
import { registryAccounts, tritonReleases } from '../../lib/facts/triton-releases';
import { classifier } from '../endpoint/fixtures';

test('each Region with an image of Triton has the runtime of the functions', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
  const functions = Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'));
  const runtimes = new Set(functions.map(({ Properties }) => Properties.Runtime));
  const regions = new Set(tritonReleases().flatMap((row) => Object.keys(registryAccounts(row))));
  const newest = new Set([...regions].map((region) => Fact.find(region, FactName.LATEST_NODE_RUNTIME)));
  expect(newest).toEqual(runtimes);
});
