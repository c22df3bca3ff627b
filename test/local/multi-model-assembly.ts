import { Stack } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { SmokeTest, TritonModel } from '../../lib';
import { ArchivedModel } from '../../lib/repository/archived-model';
import { publishArchives } from '../../lib/repository/model-archives';

/** A multi-model endpoint, as far as a local run looks at it. */
export function multiModelEndpoint(
  stack: Stack,
  endpointName: string,
  models: TritonModel[],
  openPrefix: boolean,
): void {
  const archived = models.map((model) => new ArchivedModel(model.name, model));
  const { s3Uri, contentHash } = publishArchives(stack, () => archived, { openPrefix });
  const model = new CfnModel(stack, 'Model', {
    executionRoleArn: 'role',
    primaryContainer: {
      image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3',
      mode: 'MultiModel',
      modelDataUrl: s3Uri,
    },
  });
  const config = new CfnEndpointConfig(stack, 'Config', {
    productionVariants: [{ variantName: 'AllTraffic', modelName: model.attrModelName, initialVariantWeight: 1 }],
  });
  new CfnEndpoint(stack, 'Endpoint', { endpointName, endpointConfigName: config.attrEndpointConfigName });
  new SmokeTest(stack, 'SmokeTest', {
    endpointName,
    endpointConfigName: config.attrEndpointConfigName,
    contentHash,
    models: [],
    targetModels: archived.map((each) => ({ model: each.model, targetModel: each.objectName(openPrefix) })),
  });
}
