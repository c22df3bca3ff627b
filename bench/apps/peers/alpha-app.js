/** The endpoint of `ours.ts`, created with @aws-cdk/aws-sagemaker-alpha, without alarms, dashboard and tests. */
const path = require('path');
const sagemaker = require('@aws-cdk/aws-sagemaker-alpha');
const { Repository } = require('aws-cdk-lib/aws-ecr');
const { Construct } = require('constructs');
const { synthesize } = require('../stacks');

const models = process.argv[4];
synthesize((scope, id, index) => {
  const parent = new Construct(scope, id);
  const repository = Repository.fromRepositoryAttributes(parent, 'Repository', {
    repositoryName: 'sagemaker-tritonserver',
    repositoryArn: 'arn:aws:ecr:us-east-1:763104351884:repository/sagemaker-tritonserver',
  });
  const model = new sagemaker.Model(parent, 'Model', {
    containers: [
      {
        image: sagemaker.ContainerImage.fromEcrRepository(repository, '24.09-py3'),
        modelData: sagemaker.ModelData.fromAsset(path.join(models, `${index}`, 'model.tar.gz')),
        environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: `endpoint-${index}` },
      },
    ],
  });
  const endpointConfig = new sagemaker.EndpointConfig(parent, 'Config', {
    instanceProductionVariants: [
      {
        model,
        variantName: 'AllTraffic',
        initialInstanceCount: 2,
        instanceType: sagemaker.InstanceType.of('ml.g4dn.2xlarge'),
      },
    ],
  });
  const endpoint = new sagemaker.Endpoint(parent, 'Endpoint', { endpointConfig, endpointName: `endpoint-${index}` });
  endpoint
    .findInstanceProductionVariant('AllTraffic')
    .autoScaleInstanceCount({ maxCapacity: 23 })
    .scaleOnInvocations('Scaling', { maxRequestsPerSecond: 44 });
});
