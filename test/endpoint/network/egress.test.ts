import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Peer, Port, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier } from '../fixtures';

interface Site {
  readonly vpc: Vpc;
  readonly group: (id: string, allowAllOutbound?: boolean) => SecurityGroup;
}

/** The warnings of an endpoint in a network whose security groups are completed after it. */
function warningsOf(
  props: (site: Site) => Partial<TritonRealtimeEndpointProps>,
  complete: (endpoint: TritonRealtimeEndpoint, site: Site) => void = () => undefined,
): string[] {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-central-1' } });
  const vpc = new Vpc(stack, 'Vpc', { availabilityZones: ['eu-central-1a', 'eu-central-1b'] });
  const site: Site = {
    vpc,
    group: (id, allowAllOutbound) => new SecurityGroup(stack, id, { vpc, allowAllOutbound }),
  };
  const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), vpc, ...props(site) });
  complete(endpoint, site);
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('sm\\.vpc-egress'))
    .map(({ entry }) => String(entry.data));
}

test('security groups without egress are a warning', () => {
  expect(warningsOf(() => ({ allowAllOutbound: false }))).toEqual([
    expect.stringMatching(/allowAllOutbound: got Stack\/Endpoint\/SecurityGroup without a rule.*connections\.allowTo/),
  ]);
  expect(warningsOf(({ group }) => ({ securityGroups: [group('First', false), group('Second', false)] }))).toEqual([
    expect.stringMatching(/securityGroups: got Stack\/First, Stack\/Second without a rule/),
  ]);
});

test('a rule of one of them is enough, also a later one', () => {
  const closed = () => ({ allowAllOutbound: false });
  expect(warningsOf(closed, ({ connections }) => connections.allowToAnyIpv4(Port.tcp(443)))).toEqual([]);
  expect(warningsOf(closed, ({ connections }) => connections.allowTo(Peer.prefixList('pl-1'), Port.HTTPS))).toEqual([]);
  expect(
    warningsOf(closed, ({ connections }, { group }) => connections.allowTo(group('Proxy'), Port.tcp(443))),
  ).toEqual([]);
  expect(warningsOf(({ group }) => ({ securityGroups: [group('First', false), group('Second')] }))).toEqual([]);
});
