import { Annotations } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { Endpoint } from './endpoint';
import { EndpointPurpose } from './endpoint-purpose';

/** What an endpoint in development does without, as information at synthesis. */
export function sayPurpose(scope: IConstruct, { purpose, monitoring, probe, smokeTest, variants }: Endpoint): void {
  if (purpose !== EndpointPurpose.DEVELOPMENT) return;
  const without = [
    ...(monitoring.enabled ? [] : ['alarms, so no alarm rolls back a deployment', 'dashboard']),
    ...(probe.enabled ? [] : ['probe']),
    ...(smokeTest.enabled ? [] : ['smoke test, so a deployment succeeds whatever the endpoint responds']),
    ...(variants.some(({ scaling }) => scaling._scales) ? [] : ['scaling']),
  ];
  if (without.length === 0) return;
  Annotations.of(scope).addInfoV2(
    'cdk-sagemaker-triton:endpoint.development',
    `purpose: a development endpoint without ${without.join('; ')}. EndpointPurpose.PRODUCTION, the default, creates them`,
  );
}
