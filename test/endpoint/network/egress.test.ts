import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Peer, Port, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier } from '../fixtures';

/** A VPC, and a function that creates security groups in it. */
interface NetworkFixture {
  readonly vpc: Vpc;
  readonly createGroup: (id: string, allowAllOutbound?: boolean) => SecurityGroup;
}

/** Returns the warnings of an endpoint in a VPC. After the endpoint is created, `changeRules` can add rules to its security groups. */
function warningsOf(
  props: (network: NetworkFixture) => Partial<TritonRealtimeEndpointProps>,
  changeRules: (endpoint: TritonRealtimeEndpoint, network: NetworkFixture) => void = () => undefined,
): string[] {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-central-1' } });
  const vpc = new Vpc(stack, 'Vpc', { availabilityZones: ['eu-central-1a', 'eu-central-1b'] });
  const network: NetworkFixture = {
    vpc,
    createGroup: (id, allowAllOutbound) => new SecurityGroup(stack, id, { vpc, allowAllOutbound }),
  };
  const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), vpc, ...props(network) });
  changeRules(endpoint, network);
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('sm\\.vpc-egress'))
    .map(({ entry }) => String(entry.data));
}

test('security groups without outbound rules cause a warning', () => {
  expect(warningsOf(() => ({}))).toEqual([]);
  expect(
    warningsOf(({ createGroup }) => ({ securityGroups: [createGroup('First', false), createGroup('Second', false)] })),
  ).toEqual([
    expect.stringMatching(/securityGroups: got Stack\/First, Stack\/Second without a rule.*connections\.allowTo/),
  ]);
});

test('one outbound rule in one of the groups is sufficient, even if it is added after the endpoint', () => {
  const blocked = ({ createGroup }: NetworkFixture) => ({ securityGroups: [createGroup('Blocked', false)] });
  expect(warningsOf(blocked, ({ connections }) => connections.allowToAnyIpv4(Port.tcp(443)))).toEqual([]);
  expect(warningsOf(blocked, ({ connections }) => connections.allowTo(Peer.prefixList('pl-1'), Port.HTTPS))).toEqual(
    [],
  );
  expect(
    warningsOf(blocked, ({ connections }, { createGroup }) => connections.allowTo(createGroup('Proxy'), Port.tcp(443))),
  ).toEqual([]);
  expect(
    warningsOf(({ createGroup }) => ({ securityGroups: [createGroup('First', false), createGroup('Second')] })),
  ).toEqual([]);
});
