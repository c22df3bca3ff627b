import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { checkResourceTypes } from '../../cdk/resource-types';
import { RESOURCE_NAME } from '../../facts/resource-names';
import { error, Finding, prefixFields, removeDuplicates } from '../../findings/finding';
import { checkCountRange } from '../../findings/ranges';
import { checkSmokeTest } from '../../smoke-test/check';
import { checkShared } from '../hosting/check';
import { findNamesake } from '../hosting/check-unique-name';
import { rejectPrivateRegistry } from '../image/private-registry';
import { CopyPlacement } from '../options/component-options';
import { Component, ComponentFleet, scaledCopies } from '../resolved/component';
import { ComponentEndpoint } from '../resolved/endpoint';
import { checkHost } from '../variant/check';
import { checkFleet } from './check-fleet';
import { checkReservation } from './check-reservation';
import { checkRollingUpdate } from './check-rolling-update';
import { isUnresolved } from '../../findings/is-unresolved';

const MAX_NAME_LENGTH = 63;

/** IDs of the constructs next to the components. CDK omits `Default` from logical IDs. */
const RESERVED_NAMES = [
  ...['Cleanup', 'Dashboard', 'Default', 'EndpointConfig', 'ExecutionPolicy', 'ExecutionRole', 'InstanceScaling'],
  ...['LogPolicy', 'Resource', 'SecurityGroup'],
];

/** Properties of the fleet that checks of a component can report. */
const FLEET_FIELDS = ['instanceType', 'inferenceAmi', 'volumeSize'];

/** Checks an endpoint with inference components. */
export function checkComponents(scope: Construct, endpoint: ComponentEndpoint): Finding[] {
  const { components, fleet } = endpoint;
  return removeDuplicates([
    ...checkResourceTypes(scope, 'inferenceComponents'),
    ...(components.length > 0 ? [] : [error('ic.components', 'components', 'got none; allowed: at least 1')]),
    ...components.flatMap((component) => prefixOwnFields(component.path, checkComponent(scope, component, fleet))),
    ...checkUniqueNames(components),
    ...components.flatMap((component) => prefixFields(component.path, checkNamesake(scope, component))),
    ...checkFleet(components, fleet),
    ...checkShared(scope, endpoint),
  ]);
}

/** Checks a component without the other components. The fields are relative to the component, except for fields of the fleet. */
function checkComponent(scope: Construct, component: Component, fleet: ComponentFleet): Finding[] {
  const { variantName, inferenceComponentName, copyCount, smokeTest } = component;
  return [
    ...checkName(variantName, inferenceComponentName),
    ...checkHost(scope, component, scaledCopies(component)),
    ...checkCountRange(copyCount, { ruleId: 'ic.copies', field: 'copyCount', minimum: 1 }),
    ...checkReservation(component.reservation, fleet.instanceType),
    ...checkPlacement(component.placement),
    ...checkRollingUpdate(Stack.of(scope), component),
    ...rejectPrivateRegistry(component.image, 'for inference components'),
    ...(smokeTest ? checkSmokeTest(smokeTest) : []),
  ];
}

function checkPlacement({ maxZoneImbalance }: CopyPlacement = {}): Finding[] {
  const field = 'placement.maxZoneImbalance';
  return checkCountRange(maxZoneImbalance, { ruleId: 'ic.placement', field, minimum: 0, maximum: 100 });
}

function prefixOwnFields(path: string, findings: Finding[]): Finding[] {
  return findings.flatMap((finding) =>
    FLEET_FIELDS.includes(finding.field) ? [finding] : prefixFields(path, [finding]),
  );
}

function checkName(componentName: string, inferenceComponentName: string): Finding[] {
  const reject = (message: string): Finding[] => [error('ic.name', 'componentName', message)];
  if (isUnresolved(componentName)) {
    return reject('got a name that is only known at deploy time; allowed: a name that is known at synth');
  }
  if (!RESOURCE_NAME.test(componentName)) {
    return reject(`got '${componentName}'; allowed: letters, digits and inner hyphens, at most ${MAX_NAME_LENGTH}`);
  }
  if (RESERVED_NAMES.includes(componentName)) {
    return reject(`got '${componentName}', which is the ID of a construct of the endpoint; allowed: a different name`);
  }
  if (isUnresolved(inferenceComponentName) || inferenceComponentName.length <= MAX_NAME_LENGTH) return [];
  const message =
    `got '${componentName}', so the name in SageMaker, '${inferenceComponentName}', has ${inferenceComponentName.length} characters; ` +
    `allowed: at most ${MAX_NAME_LENGTH}, so use a shorter name here or a shorter endpointName`;
  return reject(message);
}

/** The same name can result from different names of endpoints: `a-b` and `c`, or `a` and `b-c`. */
function checkNamesake(scope: Construct, { variantName, inferenceComponentName }: Component) {
  const existing = findNamesake(scope, 'inferenceComponent', inferenceComponentName);
  if (!existing) return [];
  const message = `got '${variantName}', so the name in SageMaker is '${inferenceComponentName}', which a component of ${existing.node.path} already has; allowed: a name that is unique in the account and Region`;
  return [error('ic.name', 'componentName', message)];
}

function checkUniqueNames(components: Component[]): Finding[] {
  // SageMaker's names of endpoints are case-insensitive, and policies contain the names of components in lower case.
  const names = components.map(({ variantName }) => variantName.toLowerCase());
  return components.flatMap(({ path, variantName }, index) =>
    names.indexOf(variantName.toLowerCase()) === index
      ? []
      : prefixFields(path, [
          error(
            'ic.name',
            'componentName',
            `got '${variantName}' twice, regardless of upper and lower case; allowed: a unique name for each component`,
          ),
        ]),
  );
}
