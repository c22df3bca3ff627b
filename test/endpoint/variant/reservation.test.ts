import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { InstanceType, TritonAsyncEndpoint, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier } from '../fixtures';

const PLAN = 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/spring';
const reserved = { mlReservationArn: PLAN, instanceType: InstanceType.P5_48XLARGE };

function stackWith(props: Partial<TritonRealtimeEndpointProps>): Stack {
  const env = { account: '111122223333', region: 'us-east-1' };
  const stack = new Stack(new App(), 'Stack', { env });
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props });
  return stack;
}

function variantsOf(stack: Stack): Record<string, unknown>[] {
  const [config] = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::EndpointConfig'));
  const { ProductionVariants = [], ShadowProductionVariants = [] } = config.Properties;
  return [...ProductionVariants, ...ShadowProductionVariants];
}

const RESERVATION_CONFIG = { MlReservationArn: PLAN, CapacityReservationPreference: 'capacity-reservations-only' };

test('instances start only in the reserved capacity of a training plan', () => {
  expect(variantsOf(stackWith(reserved))).toEqual([
    expect.objectContaining({ CapacityReservationConfig: RESERVATION_CONFIG }),
  ]);
});

test('variants and shadow variants inherit the reservation, and a reservation can be set for only one variant', () => {
  const shadow = { ...reserved, shadowVariants: [{ variantName: 'Shadow' }] };
  expect(variantsOf(stackWith(shadow)).map((variant) => variant.CapacityReservationConfig)).toEqual([
    RESERVATION_CONFIG,
    RESERVATION_CONFIG,
  ]);
  const variants = [{ variantName: 'Reserved', ...reserved }, { variantName: 'OnDemand' }];
  const [first, second] = variantsOf(stackWith({ variants }));
  expect(first).toHaveProperty('CapacityReservationConfig', RESERVATION_CONFIG);
  expect(second).not.toHaveProperty('CapacityReservationConfig');
});

test('an asynchronous endpoint can have a reservation, and an ARN that is known only at deployment is accepted', () => {
  const stack = new Stack(new App(), 'Stack');
  const plan = new CfnParameter(stack, 'Plan');
  new TritonAsyncEndpoint(stack, 'Endpoint', {
    model: classifier(),
    ...reserved,
    mlReservationArn: plan.valueAsString,
  });
  const [{ CapacityReservationConfig: config }] = variantsOf(stack);
  expect(config).toEqual({ ...RESERVATION_CONFIG, MlReservationArn: { Ref: 'Plan' } });
});

test.each<[configuration: string, props: Partial<TritonRealtimeEndpointProps>, message: RegExp]>([
  [
    'a name in place of the ARN',
    { mlReservationArn: 'spring' },
    /mlReservationArn: got 'spring'; allowed: the ARN of a SageMaker training plan/,
  ],
  [
    'a reservation in a different Region',
    { mlReservationArn: PLAN.replace('us-east-1', 'eu-west-1') },
    /got a reservation in eu-west-1; allowed: a reservation in us-east-1, the endpoint's Region/,
  ],
  [
    'a reservation of a different account',
    { mlReservationArn: PLAN.replace('111122223333', '444455556666') },
    /got a reservation of account 444455556666; allowed: a reservation of 111122223333, the endpoint's account/,
  ],
  [
    'a reservation and several instance types',
    {
      instanceType: undefined,
      instancePools: [{ instanceType: InstanceType.P5_48XLARGE }, { instanceType: InstanceType.P5E_48XLARGE }],
    },
    /got a reservation with 2 instance pools; requires one instanceType, the type of the reservation/,
  ],
  [
    'two reservations',
    { variants: [{ variantName: 'A' }, { variantName: 'B', mlReservationArn: `${PLAN}-2` }] },
    /variants\[1\]\.mlReservationArn: got '.*spring-2' next to '.*spring'; allowed: one reservation for each endpoint/,
  ],
  [
    'a reservation for two instance types',
    { variants: [{ variantName: 'A' }, { variantName: 'B', instanceType: InstanceType.P5E_48XLARGE }] },
    /variants\[1\]\.mlReservationArn: got the reservation for ml\.p5e\.48xlarge and for ml\.p5\.48xlarge/,
  ],
])('%s is rejected', (_, props, message) => {
  const synthesize = () => stackWith({ ...reserved, ...props });
  expect(synthesize).toThrow(message);
  expect(synthesize).toThrow(/\/sm\.ml-reservation\)/);
});

test('a training plan with an unsupported instance type causes a warning', () => {
  const warning = Match.stringLikeRegexp(
    'got a training plan with ml.g4dn.xlarge; training plans are sold for ml.p4d.24xlarge',
  );
  Annotations.fromStack(stackWith({ mlReservationArn: PLAN })).hasWarning('/Stack/Endpoint', warning);
  Annotations.fromStack(stackWith(reserved)).hasNoWarning('/Stack/Endpoint', Match.stringLikeRegexp('training plan'));
  // The pattern of the API allows other kinds of reservations. Their instance types are not known.
  const otherKind = PLAN.replace('training-plan', 'ml-reservation');
  const stack = stackWith({ mlReservationArn: otherKind });
  Annotations.fromStack(stack).hasNoWarning('/Stack/Endpoint', Match.stringLikeRegexp('training plan'));
});
