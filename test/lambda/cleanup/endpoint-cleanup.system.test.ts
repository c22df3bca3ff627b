import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { awsEnvironment } from '../aws-environment';

interface Interface {
  readonly id: string;
  readonly attached?: string;
  readonly requester?: string;
}

const CONFIG_CREATED = '2026-11-22T10:00:00Z';
const PROPERTIES = { EndpointName: 'vision', SecurityGroupIds: ['sg-1'], RoleArn: 'role', KeyArns: ['key'] };

let child: ChildProcess;
let verdict: { Status: string; Reason: string } | undefined;
let later: object[];
/** What each look finds; the last one again and again. */
let interfaces: Interface[][];
let grants: object[];
let endpointExists: boolean;
let url: string;

const server = createServer((request, response) => void answer(request, response));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  child = fork(join(__dirname, 'handler-process.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...awsEnvironment(url), POLL_MILLISECONDS: '1' },
  });
});
beforeEach(() => {
  [verdict, later, interfaces, grants, endpointExists] = [undefined, [], [[]], [], false];
});
afterAll(() => {
  child.kill();
  server.closeAllConnections();
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'PUT') {
    verdict = (await json(request)) as typeof verdict;
    response.end();
    return;
  }
  if (request.url?.endsWith('/invocations')) {
    later.push((await json(request)) as object);
    response.writeHead(202).end();
    return;
  }
  await text(request);
  const operation = String(request.headers['x-amz-target'] ?? 'EC2').replace(/^.*\./, '');
  if (operation === 'DescribeEndpoint' && !endpointExists) {
    response
      .writeHead(400)
      .end(JSON.stringify({ __type: 'ValidationException', message: 'Could not find endpoint "vision".' }));
  } else if (operation === 'DescribeEndpoint') response.end(JSON.stringify({ EndpointConfigName: 'config' }));
  else if (operation === 'DescribeEndpointConfig') {
    response.end(JSON.stringify({ CreationTime: Date.parse(CONFIG_CREATED) / 1000 }));
  } else if (operation === 'ListGrants') response.end(JSON.stringify({ Grants: grants }));
  else response.end(describedInterfaces((interfaces.length > 1 ? interfaces.shift() : interfaces[0]) ?? []));
}

function describedInterfaces(found: Interface[]): string {
  const items = found.map(
    ({ id, attached, requester = '' }) =>
      `<item><networkInterfaceId>${id}</networkInterfaceId><requesterId>${requester}</requesterId>` +
      `<groupSet><item><groupId>sg-1</groupId></item></groupSet>` +
      `${attached ? `<attachment><attachTime>${attached}</attachTime></attachment>` : ''}</item>`,
  );
  return `<DescribeNetworkInterfacesResponse><networkInterfaceSet>${items.join('')}</networkInterfaceSet></DescribeNetworkInterfacesResponse>`;
}

/** Sends an event, and what goes on in other invocations; says how many there were. */
async function send(RequestType: string, more: object = {}, event: object = {}): Promise<number> {
  const first = {
    RequestType,
    LogicalResourceId: 'Cleanup',
    ResponseURL: `${url}/response`,
    ResourceProperties: { ...PROPERTIES, ...more },
  };
  let invocations = 0;
  for (let next: object | undefined = { ...first, ...event }; next; next = later.shift()) {
    child.send(next);
    await once(child, 'message');
    invocations++;
  }
  return invocations;
}

const GONE = [{ id: 'eni-1', attached: '2026-11-22T09:00:00Z' }];

test('nothing is waited for but a deletion', async () => {
  interfaces = [GONE];
  await send('Create');
  expect(verdict?.Status).toBe('SUCCESS');
});

test('a deletion waits until the interfaces are gone, over several invocations', async () => {
  interfaces = [...Array(19).fill(GONE), []];
  expect(await send('Delete')).toBeGreaterThan(2);
  expect(verdict).toMatchObject({ Status: 'SUCCESS' });
});

test('after 55 minutes it gives up, says what is left, and keeps the role', async () => {
  interfaces = [GONE];
  await send('Delete', {}, { deadline: 0 });
  expect(verdict?.Status).toBe('FAILED');
  expect(verdict?.Reason).toMatch(/vision: network interface eni-1 with sg-1\. Its role stays/);
});

test('a grant is waited for as well', async () => {
  grants = [{ GrantId: 'g-1' }];
  await send('Delete', {}, { deadline: 0 });
  expect(verdict?.Reason).toContain('grant g-1');
});

test('what belongs to the fleet that serves now stays', async () => {
  endpointExists = true;
  interfaces = [[{ id: 'eni-2', attached: '2026-11-22T10:05:00Z' }]];
  grants = [{ GrantId: 'g-2', CreationDate: Date.parse('2026-11-22T10:05:00Z') / 1000 }];
  await send('Delete');
  expect(verdict?.Status).toBe('SUCCESS');
  interfaces = [GONE];
  await send('Delete', {}, { deadline: 0 });
  expect(verdict?.Reason).toContain('eni-1');
});

test('of a group that others have too, only interfaces that the role made count', async () => {
  interfaces = [[{ id: 'eni-3', requester: 'AROAOTHER:x' }]];
  await send('Delete', { CreatorRoleId: 'AROAOURS' });
  expect(verdict?.Status).toBe('SUCCESS');
  interfaces = [[{ id: 'eni-4', requester: 'AROAOURS:SageMaker' }]];
  await send('Delete', { CreatorRoleId: 'AROAOURS' }, { deadline: 0 });
  expect(verdict?.Reason).toContain('eni-4');
});
