/**
 * Reproduces the requests of three notebooks about deployment guardrails: canary, linear and rolling. Each notebook deploys three
 * instances. An update to an incompatible model is rolled back because of alarms, and an update to a compatible model succeeds.
 */
import { example, notebook, ROLE, type Source } from './notebook';

const ENDPOINT = 'DEMO-Deployment-Guardrails';
const VARIANT = 'AllTraffic';
const ALARMS = [
  { AlarmName: `TestAlarm-5XXErrors-${ENDPOINT}`, MetricName: 'Invocation5XXErrors', Threshold: 1 },
  { AlarmName: `TestAlarm-ModelLatency-${ENDPOINT}`, MetricName: 'ModelLatency', Threshold: 10_000 },
];
const ONE_INSTANCE_IN_PERCENT = { Type: 'CAPACITY_PERCENT', Value: 33 };
const AutoRollbackConfiguration = { Alarms: ALARMS.map(({ AlarmName }) => ({ AlarmName })) };

const NOTEBOOKS: Record<string, Source & { readonly deployment: object; readonly shares: readonly number[] }> = {
  canary: {
    ...example('sm-deployment_guardrails_update_inference_endpoint_with_with_canary_traffic_shifting'),
    deployment: {
      BlueGreenUpdatePolicy: {
        TrafficRoutingConfiguration: {
          Type: 'CANARY',
          CanarySize: { Type: 'INSTANCE_COUNT', Value: 1 },
          WaitIntervalInSeconds: 300,
        },
        TerminationWaitInSeconds: 120,
        MaximumExecutionTimeoutInSeconds: 1800,
      },
      AutoRollbackConfiguration,
    },
    shares: [1, 3],
  },
  linear: {
    ...example('sm-deployment_guardrails_update_inference_endpoint_with_linear_traffic_shifting'),
    deployment: {
      BlueGreenUpdatePolicy: {
        TrafficRoutingConfiguration: {
          Type: 'LINEAR',
          LinearStepSize: ONE_INSTANCE_IN_PERCENT,
          WaitIntervalInSeconds: 180,
        },
        TerminationWaitInSeconds: 120,
        MaximumExecutionTimeoutInSeconds: 1800,
      },
      AutoRollbackConfiguration,
    },
    shares: [1, 2, 3],
  },
  rolling: {
    ...example('sm-deployment_guardrails_update_inference_endpoint_with_rolling_deployment'),
    deployment: {
      RollingUpdatePolicy: {
        MaximumBatchSize: ONE_INSTANCE_IN_PERCENT,
        WaitIntervalInSeconds: 180,
        MaximumExecutionTimeoutInSeconds: 1800,
      },
      AutoRollbackConfiguration,
    },
    shares: [1, 2, 3],
  },
};

/**
 * Deploys the endpoint with 60 requests per minute, and alarms. The container in the second configuration responds with errors and more
 * slowly.
 */
async function deployEndpoint() {
  const aws = notebook();
  const { callCloudWatch, callSageMaker, minutes, sagemaker, untilSettled } = aws;
  for (const [number, version] of ['0.90-1', '1.2-1', '0.90-2'].entries()) {
    const ModelName = `DEMO-xgb-churn-pred${number + 1}`;
    const Image = `683313688378.dkr.ecr.us-east-1.amazonaws.com/sagemaker-xgboost:${version}-cpu-py3`;
    const ModelDataUrl = `s3://sagemaker-us-east-1-111122223333/sagemaker/model${number === 0 ? '' : '2'}.tar.gz`;
    await callSageMaker('CreateModel', { ModelName, ExecutionRoleArn: ROLE, Containers: [{ Image, ModelDataUrl }] });
    await callSageMaker('CreateEndpointConfig', {
      EndpointConfigName: `DEMO-EpConfig-${number + 1}`,
      ProductionVariants: [{ VariantName: VARIANT, ModelName, InstanceType: 'ml.m5.xlarge', InitialInstanceCount: 3 }],
    });
  }
  sagemaker.hooks.requestsPerMinute = () => 60;
  sagemaker.hooks.quality = ({ endpointConfigName }) =>
    endpointConfigName === 'DEMO-EpConfig-2' ? { errors5xx: 1, latencyMilliseconds: 60 } : { latencyMilliseconds: 5 };
  await callSageMaker('CreateEndpoint', { EndpointName: ENDPOINT, EndpointConfigName: 'DEMO-EpConfig-1' });
  expect(await untilSettled(ENDPOINT)).toEqual(['Creating', 'InService']);
  for (const alarm of ALARMS) {
    await callCloudWatch('PutMetricAlarm', {
      ...alarm,
      AlarmDescription: 'Test SageMaker endpoint deployment auto-rollback alarm',
      ActionsEnabled: false,
      Namespace: 'AWS/SageMaker',
      Statistic: 'Average',
      Dimensions: [
        { Name: 'EndpointName', Value: ENDPOINT },
        { Name: 'VariantName', Value: VARIANT },
      ],
      Period: 60,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
  }
  const AlarmNames = ALARMS.map(({ AlarmName }) => AlarmName);
  const { MetricAlarms } = await callCloudWatch('DescribeAlarms', { AlarmNames });
  expect(MetricAlarms).toHaveLength(2);
  await minutes(2);
  return { ...aws, AlarmNames };
}

describe.each(Object.entries(NOTEBOOKS))('in a %s deployment,', (_, { deployment: DeploymentConfig, shares }) => {
  test('an incompatible model is rolled back, and traffic shifts to a compatible model in steps', async () => {
    const aws = await deployEndpoint();
    const { callCloudWatch, callSageMaker, describeEndpoint, invocations, minutes, untilSettled } = aws;
    const update = (EndpointConfigName: string, options: object) =>
      callSageMaker('UpdateEndpoint', { EndpointName: ENDPOINT, EndpointConfigName, ...options });

    await update('DEMO-EpConfig-2', { DeploymentConfig });
    await minutes(10); // the notebook sends 600 requests, one per second
    expect((await untilSettled(ENDPOINT)).at(-1)).toBe('InService');
    expect(await describeEndpoint(ENDPOINT)).toMatchObject({
      EndpointConfigName: 'DEMO-EpConfig-1',
      FailureReason: expect.stringContaining('TestAlarm'),
      ProductionVariants: [{ CurrentInstanceCount: 3 }],
    });

    await update('DEMO-EpConfig-3', { RetainDeploymentConfig: true });
    const observedShares: number[] = [];
    for (let minute = 0; minute < 40; minute++) {
      await minutes(1);
      const share = Math.round(((invocations(ENDPOINT, VARIANT, 'DEMO-EpConfig-3') ?? 0) / 60) * 3);
      if (share > 0 && observedShares.at(-1) !== share) observedShares.push(share);
    }
    expect(observedShares).toEqual(shares);
    expect(await describeEndpoint(ENDPOINT)).toMatchObject({
      EndpointStatus: 'InService',
      EndpointConfigName: 'DEMO-EpConfig-3',
      LastDeploymentConfig: DeploymentConfig,
      ProductionVariants: [{ CurrentInstanceCount: 3 }],
    });

    await callSageMaker('DeleteEndpoint', { EndpointName: ENDPOINT });
    for (const number of [1, 2, 3]) {
      await callSageMaker('DeleteEndpointConfig', { EndpointConfigName: `DEMO-EpConfig-${number}` });
      await callSageMaker('DeleteModel', { ModelName: `DEMO-xgb-churn-pred${number}` });
    }
    await callCloudWatch('DeleteAlarms', { AlarmNames: aws.AlarmNames });
  });
});
