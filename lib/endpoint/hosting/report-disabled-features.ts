import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Endpoint } from '../resolved/endpoint';
import { EndpointPurpose } from '../options/endpoint-purpose';

/** Reports the features that a development endpoint does not have, as information at synthesis. */
export function reportDisabledFeatures(scope: Construct, endpoint: Endpoint): void {
  const { purpose, monitoring, probe, smokeTest, hosts } = endpoint;
  if (purpose !== EndpointPurpose.DEVELOPMENT) return;
  const disabled = [
    ...(monitoring.enabled ? [] : ['alarms, so no alarm rolls back a deployment', 'dashboard']),
    ...(probe.enabled ? [] : ['probe']),
    ...(smokeTest.enabled ? [] : ['smoke test, so a deployment succeeds whatever the endpoint responds']),
    ...(hosts.some(({ scaling }) => scaling._scales) ? [] : ['scaling']),
  ];
  if (disabled.length === 0) return;
  Annotations.of(scope).addInfoV2(
    'cdk-sagemaker-triton:endpoint.development',
    `purpose: a development endpoint without ${disabled.join('; ')}. EndpointPurpose.PRODUCTION, the default, creates them`,
  );
}
