import { Aspects, IAspect, Stack } from 'aws-cdk-lib';
import { CfnVPCEndpoint, IVpc, SelectedSubnets, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Construct, Dependable, IConstruct, IDependable } from 'constructs';
import { warning } from '../../findings/finding';
import { reportFindings } from '../../findings/report';

/** The endpoints of a network are looked for once, however many models are in it. */
const reaching = new WeakMap<IVpc, boolean>();

/** Warns where containers have no way to S3. Only a network of this app is known well enough. */
export function warnWithoutStorageRoute(scope: Construct, vpc: IVpc, { subnets }: SelectedSubnets): void {
  if (!(vpc instanceof Vpc)) return;
  const withNat = new Set(vpc.privateSubnets.map(({ node }) => node.path));
  const cutOff = subnets.map(({ node }) => node.path).filter((path) => !withNat.has(path));
  if (cutOff.length > 0) Aspects.of(scope).add(new StorageRouteCheck(scope, vpc, cutOff));
}

/** Only when the app is complete, all VPC endpoints are there. */
class StorageRouteCheck implements IAspect {
  constructor(
    private readonly scope: Construct,
    private readonly vpc: Vpc,
    private readonly subnets: string[],
  ) {}

  public visit(node: IConstruct): void {
    if (node !== this.scope || reachesStorage(this.vpc)) return;
    const message =
      `got ${this.subnets.join(', ')}, whose interfaces reach neither the internet nor S3, so the model may not be ` +
      `downloaded; allowed: private subnets with egress, or a gateway endpoint, vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 })`;
    reportFindings(this.scope, [warning('sm.vpc-s3', 'vpcSubnets', message)]);
  }
}

function reachesStorage(vpc: Vpc): boolean {
  const known = reaching.get(vpc);
  if (known !== undefined) return known;
  const found = storageEndpoints(vpc).length > 0;
  reaching.set(vpc, found);
  return found;
}

/** The endpoints to S3 that the stack of a network makes in it. */
function storageEndpoints(vpc: Vpc): CfnVPCEndpoint[] {
  const stack = Stack.of(vpc);
  const textOf = (value: unknown): string => JSON.stringify(stack.resolve(value));
  return stack.node
    .findAll()
    .filter((each): each is CfnVPCEndpoint => each instanceof CfnVPCEndpoint)
    .filter(({ vpcId, serviceName }) => textOf(vpcId) === textOf(vpc.vpcId) && /\.s3"/.test(textOf(serviceName)));
}

/**
 * The way to S3 that the same stack makes: without it, models cannot be downloaded yet. CDK reads it when the app is complete and all VPC
 * endpoints are there.
 */
export function storageRoute(scope: Construct, vpc: IVpc): IDependable {
  const route = {};
  Dependable.implement(route, {
    get dependencyRoots() {
      return vpc instanceof Vpc && Stack.of(vpc) === Stack.of(scope) ? storageEndpoints(vpc) : [];
    },
  });
  return route;
}
