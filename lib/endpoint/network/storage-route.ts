import { Annotations, Aspects, IAspect, Stack } from 'aws-cdk-lib';
import { CfnVPCEndpoint, IVpc, SelectedSubnets, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Construct, IConstruct } from 'constructs';

/** Endpoints of a network are looked for once, however many use it. */
const reaching = new WeakMap<IVpc, boolean>();

/**
 * Warns where containers have no way to S3. Only at the end of the synthesis all VPC endpoints are there; only a network of
 * this app is known well enough.
 */
export function warnWithoutStorageRoute(scope: Construct, vpc: IVpc, selected: SelectedSubnets): void {
  if (!(vpc instanceof Vpc)) return;
  const withNat = new Set(vpc.privateSubnets.map(({ node }) => node.path));
  const cutOff = selected.subnets.filter(({ node }) => !withNat.has(node.path));
  if (cutOff.length === 0) return;
  Aspects.of(scope).add(
    new (class implements IAspect {
      public visit(node: IConstruct): void {
        if (node !== scope || reachesStorage(vpc)) return;
        Annotations.of(scope).addWarningV2(
          'cdk-sagemaker-triton:sm.vpc-s3',
          `vpcSubnets: got ${cutOff.map(({ node: { path } }) => path).join(', ')}, whose instances reach neither the internet nor S3, so that the model may not ` +
            `be downloaded; give the network a gateway endpoint, vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 }), or choose private subnets with egress`,
        );
      }
    })(),
  );
}

function reachesStorage(vpc: Vpc): boolean {
  const known = reaching.get(vpc);
  if (known !== undefined) return known;
  const stack = Stack.of(vpc);
  const found = stack.node
    .findAll()
    .some(
      (each) =>
        each instanceof CfnVPCEndpoint &&
        JSON.stringify(stack.resolve(each.vpcId)) === JSON.stringify(stack.resolve(vpc.vpcId)) &&
        /\.s3"/.test(JSON.stringify(stack.resolve(each.serviceName))),
    );
  reaching.set(vpc, found);
  return found;
}
