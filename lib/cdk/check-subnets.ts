import { IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { error, Finding } from '../findings/finding';

/** Reports the error that CDK throws if a VPC has no subnets that fit a selection. CDK knows only some subnets of an imported VPC. */
export function checkSelection(ruleId: string, vpc: IVpc, vpcSubnets?: SubnetSelection): Finding[] {
  try {
    vpc.selectSubnets(vpcSubnets);
    return [];
  } catch (cause) {
    const reason = (cause as Error).message.trim().replace(/\.(?: Available types:)?$/, '');
    const message =
      `got ${vpc.node.path}, from which CDK selects no subnets: ${reason}; allowed: a selection of subnets that the VPC has; ` +
      'pass the subnets of an imported VPC to Vpc.fromVpcAttributes, such as privateSubnetIds, or import it with Vpc.fromLookup';
    return [error(ruleId, 'vpcSubnets', message)];
  }
}
