import { destroy } from '../../cloudformation/deploy';
import { modelResponse } from '../test-models';
import { allResources } from '../invariants';
import { simulate, Simulation } from '../../simulation';
import { Deployer } from '../deployer';
import { unexpectedDenials } from '../expected-denials';
import { logicalIdsOf, importApp, libraryApp } from './apps';
import { cdkImport, ResourceMapping } from './cdk-import';
import {
  createLegacyEndpoint,
  describeEndpoint,
  describeScaling,
  ENDPOINT,
  LEGACY,
  LOG_GROUP,
  scaleLegacyEndpoint,
  setInstances,
} from './legacy-endpoint';

const plain = libraryApp({ takeover: true });
const imported = importApp(plain);

async function scratch(aws: Simulation, app = plain, after = () => {}) {
  const deployer = new Deployer(aws);
  const template = imported.template;
  const ids = logicalIdsOf(template);
  const mapping: ResourceMapping = {
    [ids.endpoint]: { EndpointArn: `arn:aws:sagemaker:us-east-1:111122223333:endpoint/${ENDPOINT.toLowerCase()}` },
    [ids.logGroup]: { LogGroupName: LOG_GROUP },
  };
  const stack = await cdkImport(aws, 'App', template, mapping);
  console.log(stack.status, await describeEndpoint(aws));
  after();
  const { status, events } = await deployer.deploySynthesized(app);
  console.log(
    status,
    events
      .filter((e) => e.reason && /FAIL|ROLL/.test(e.status))
      .map((e) => `${e.logicalId} ${e.reason}`)
      .slice(0, 5),
  );
  await aws.account.sleep(20 * 60_000);
  console.log(await describeEndpoint(aws), await describeScaling(aws));
  console.log(unexpectedDenials(aws.account.denials));
  return stack;
}

async function run(name: string, body: (aws: Simulation) => Promise<void>) {
  await simulate({ seed: 1 }, async (aws) => {
    await createLegacyEndpoint(aws);
    console.log('#### ' + name, await describeEndpoint(aws));
    await body(aws);
  });
}
test('B scaling', async () => {
  await run('B', async (aws) => {
    await scaleLegacyEndpoint(aws);
    console.log(await describeScaling(aws));
    await scratch(aws);
  });
}, 200000);
test('C container', async () => {
  await run('C', async (aws) => {
    aws.sagemaker.hooks.startContainer = ({ endpointConfigName }) =>
      endpointConfigName === LEGACY ? {} : { failure: 'no', log: ['no'] };
    await scratch(aws);
  });
}, 200000);
test('D smoke', async () => {
  await run('D', async (aws) => {
    await setInstances(aws, 5);
    await scratch(aws, plain, () => {
      aws.sagemaker.hooks.invoke = async ({ endpointConfigName }) => modelResponse(endpointConfigName === LEGACY);
    });
    console.log((await destroy(aws.cloudformation, 'App')).status);
    console.log(await describeEndpoint(aws));
  });
}, 200000);
test('G destroy', async () => {
  await run('G', async (aws) => {
    await scratch(aws);
    const s = await destroy(aws.cloudformation, 'App');
    console.log(s.status);
    await aws.account.sleep(3 * 3600_000);
    console.log(allResources(aws));
  });
}, 200000);
