import { Arn, ArnFormat, Stack, Token } from 'aws-cdk-lib';
import { error, Finding, warning, prefixFields } from '../../findings/finding';
import { instanceTypesOf, Variant } from '../endpoint';

const FIELD = 'mlReservationArn';

/** Pattern and lengths of an ARN (API model of SageMaker in botocore 1.44.5, `MlReservationArn`). */
const ARN = /^arn:aws[a-z-]*:sagemaker:[a-z0-9-]*:\d{12}:[a-z0-9-]{1,14}\/.*$/;
const MIN_LENGTH = 20;
const MAX_LENGTH = 258;

/** GPU types for which AWS sells training plans (API model of SageMaker in botocore 1.44.5, `ReservedCapacityInstanceType`, read 2026-11-22). */
const RESERVABLE_TYPES = [
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

/** The properties of a variant that the checks of a reservation use. */
type ReservedVariant = Pick<Variant, 'path' | 'mlReservationArn' | 'pools'>;

/** Checks the reservation in which the instances of a variant start. */
export function checkReservation(stack: Stack, { mlReservationArn: arn, pools }: ReservedVariant): Finding[] {
  if (arn === undefined || Token.isUnresolved(arn)) return [];
  const reject = (message: string): Finding[] => [error('sm.ml-reservation', FIELD, message)];
  if (arn.length < MIN_LENGTH || arn.length > MAX_LENGTH || !ARN.test(arn)) {
    return reject(
      `got '${arn}'; allowed: the ARN of a SageMaker training plan, such as arn:aws:sagemaker:us-east-1:111122223333:training-plan/name`,
    );
  }
  const { region = '', account = '', resource } = Arn.split(arn, ArnFormat.SLASH_RESOURCE_NAME);
  const differs = (value: string, stackValue: string): boolean =>
    !Token.isUnresolved(stackValue) && value !== stackValue;
  if (differs(region, stack.region)) {
    return reject(`got a reservation in ${region}; allowed: a reservation in ${stack.region}, the endpoint's Region`);
  }
  if (differs(account, stack.account)) {
    return reject(
      `got a reservation of account ${account}; allowed: a reservation of ${stack.account}, the endpoint's account`,
    );
  }
  if (pools.length > 1) {
    return reject(
      `got a reservation with ${pools.length} instance pools; requires one instanceType, the type of the reservation`,
    );
  }
  const { name } = pools[0].instanceType;
  if (resource !== 'training-plan' || Token.isUnresolved(name) || RESERVABLE_TYPES.includes(name)) return [];
  const message = `got a training plan with ${name}; training plans are sold for ${RESERVABLE_TYPES.join(', ')}, and the instance type must be that of the plan`;
  return [warning('sm.ml-reservation-type', FIELD, message)];
}

/** Checks that all variants with a reservation have the same reservation and the same instance type. */
export function checkOneReservation(variants: ReservedVariant[]): Finding[] {
  const [first, ...others] = variants.filter(
    ({ mlReservationArn: arn }) => arn !== undefined && !Token.isUnresolved(arn),
  );
  return others.flatMap((variant) => {
    const { path, mlReservationArn: arn } = variant;
    const [type] = instanceTypesOf(variant);
    const reject = (message: string): Finding[] => prefixFields(path, [error('sm.ml-reservation', FIELD, message)]);
    if (arn !== first.mlReservationArn) {
      return reject(`got '${arn}' next to '${first.mlReservationArn}'; allowed: one reservation for each endpoint`);
    }
    const [firstType] = instanceTypesOf(first);
    if (type.name === firstType.name) return [];
    return reject(
      `got the reservation for ${type} and for ${firstType}; allowed: one instance type, the type of the reservation`,
    );
  });
}
