import { Expression, flag, list, Properties, text } from '../code/expression';
import { Fields } from '../fields';
import { Context, subnetSelection } from './context';

/** Maps `VpcConfig` and `EnableNetworkIsolation` of a model, or of the configuration of an endpoint with inference components. */
export function mapNetwork(fields: Fields, subnets: Fields[], context: Context): Properties {
  const vpcConfig = fields.object('VpcConfig');
  const networkIsolation = fields.flag('EnableNetworkIsolation') ? flag(true) : undefined;
  if (!vpcConfig) return { networkIsolation };
  const subnetIds = vpcConfig.texts('Subnets');
  const described = subnetIds.map((id) => subnets.find((each) => each.text('SubnetId') === id));
  const zones = subnetIds.map(
    (_, index) => described[index]?.text('AvailabilityZone') ?? `${context.region}${'abcdef'[index % 6]}`,
  );
  const vpcId = described.find((each) => each !== undefined)?.text('VpcId') ?? 'vpc-00000000';
  if (described.includes(undefined)) {
    context.notes.push({
      setting: `${vpcConfig.place}.Subnets`,
      value: subnetIds,
      why: "the VPC and the Availability Zones of the subnets are not known, so the app contains the placeholder 'vpc-00000000' and example zones",
      advice: `replace them with the output of 'aws ec2 describe-subnets --subnet-ids ${subnetIds.join(' ')}', or pass this output with --description and import again`,
    });
  }
  const subnetConstructs = subnetIds.map((id, index): Expression => context.subnet(id, zones[index]));
  return {
    vpc: context.vpc(vpcId, list([...new Set(zones)].map(text))),
    vpcSubnets: subnetSelection(list(subnetConstructs)),
    securityGroups: list(vpcConfig.texts('SecurityGroupIds').map((id) => context.securityGroup(id))),
    networkIsolation,
  };
}
