import { Arn, ArnFormat, Stack, Token } from 'aws-cdk-lib';
import { error, Finding, warning, within } from '../../findings/finding';
import { Variant } from '../endpoint';

const FIELD = 'mlReservationArn';

/** API model of SageMaker in botocore 1.44.5, `MlReservationArn`. */
const ARN = /^arn:aws[a-z-]*:sagemaker:[a-z0-9-]*:\d{12}:[a-z0-9-]{1,14}\/.*$/;
const SHORTEST = 20;
const LONGEST = 258;

/** GPU types that training plans are sold for (API model of SageMaker in botocore 1.44.5, `ReservedCapacityInstanceType`, read 2026-11-22). */
const RESERVABLE = [
  'ml.p4d.24xlarge',
  'ml.p4de.24xlarge',
  'ml.p5.4xlarge',
  'ml.p5.48xlarge',
  'ml.p5e.48xlarge',
  'ml.p5en.48xlarge',
  'ml.p6-b200.48xlarge',
  'ml.p6-b300.48xlarge',
  'ml.p6e-gb200.36xlarge',
];

type Reserved = Pick<Variant, 'path' | 'mlReservationArn' | 'instanceTypes'>;

/** What is wrong with the reservation that a variant's instances start in. */
export function checkReservation(stack: Stack, { mlReservationArn: arn, instanceTypes }: Reserved): Finding[] {
  if (arn === undefined || Token.isUnresolved(arn)) return [];
  const reject = (message: string): Finding[] => [error('sm.ml-reservation', FIELD, message)];
  if (arn.length < SHORTEST || arn.length > LONGEST || !ARN.test(arn)) {
    return reject(
      `got '${arn}'; allowed: the ARN of a SageMaker training plan, such as arn:aws:sagemaker:us-east-1:111122223333:training-plan/name`,
    );
  }
  const { region = '', account = '', resource } = Arn.split(arn, ArnFormat.SLASH_RESOURCE_NAME);
  const isElsewhere = (given: string, own: string): boolean => !Token.isUnresolved(own) && given !== own;
  if (isElsewhere(region, stack.region)) {
    return reject(`got a reservation in ${region}; allowed: a reservation in ${stack.region}, the endpoint's Region`);
  }
  if (isElsewhere(account, stack.account)) {
    return reject(
      `got a reservation of account ${account}; allowed: a reservation of ${stack.account}, the endpoint's account`,
    );
  }
  if (instanceTypes.length > 1) {
    return reject(
      `got a reservation with ${instanceTypes.length} instance pools; requires one instanceType, the type of the reservation`,
    );
  }
  const [{ name }] = instanceTypes;
  if (resource !== 'training-plan' || Token.isUnresolved(name) || RESERVABLE.includes(name)) return [];
  const message = `got a training plan with ${name}; training plans are sold for ${RESERVABLE.join(', ')}, and the instance type must be that of the plan`;
  return [warning('sm.ml-reservation-type', FIELD, message)];
}

/** An endpoint has one reservation, which has one instance type. Variants without a reservation are not concerned. */
export function checkOneReservation(variants: Reserved[]): Finding[] {
  const [first, ...others] = variants.filter(
    ({ mlReservationArn: arn }) => arn !== undefined && !Token.isUnresolved(arn),
  );
  return others.flatMap(({ path, mlReservationArn: arn, instanceTypes: [type] }) => {
    const reject = (message: string): Finding[] => within(path, [error('sm.ml-reservation', FIELD, message)]);
    if (arn !== first.mlReservationArn) {
      return reject(`got '${arn}' next to '${first.mlReservationArn}'; allowed: one reservation for each endpoint`);
    }
    const [firstType] = first.instanceTypes;
    if (type.name === firstType.name) return [];
    return reject(
      `got the reservation for ${type} and for ${firstType}; allowed: one instance type, the type of the reservation`,
    );
  });
}
