import {
  DeleteScalingPolicyCommand,
  PutScalingPolicyCommand,
  PutScalingPolicyCommandInput,
} from '@aws-sdk/client-application-auto-scaling';
import { RegisteredPolicy } from '../../lib/scaling/registration-properties';
import { callPolicy } from './alarms';
import { capitalized, client, patiently, targetOf } from './service';

/** Creates policies that CloudFormation believes to be there. Each has a new ARN then, which its alarms have to call. */
export async function putPolicies(
  endpointName: string,
  variantName: string,
  policies: RegisteredPolicy[],
): Promise<void> {
  const id = targetOf(endpointName, variantName);
  for (const { alarmNames = [], ...policy } of policies) {
    const input = { ...id, ...(capitalized(policy) as PutScalingPolicyCommandInput) };
    const { PolicyARN = '' } = await patiently(() => client.send(new PutScalingPolicyCommand(input)));
    await callPolicy(alarmNames, PolicyARN);
  }
}

/** Policies that are not there are fine: their target may be gone, too. */
export async function deletePolicies(
  endpointName: string,
  variantName: string,
  policies: RegisteredPolicy[],
): Promise<void> {
  for (const { policyName } of policies) {
    const input = { ...targetOf(endpointName, variantName), PolicyName: policyName };
    await patiently(() =>
      client.send(new DeleteScalingPolicyCommand(input)).catch((error: Error) => {
        if (error.name !== 'ObjectNotFoundException') throw error;
      }),
    );
  }
}
