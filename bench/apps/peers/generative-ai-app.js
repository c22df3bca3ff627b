/** The endpoint of `ours.ts`, created with @cdklabs/generative-ai-cdk-constructs, without alarms, dashboard and tests. */
const path = require('path');
const { sagemaker_deployment: deployment } = require('@cdklabs/generative-ai-cdk-constructs');
const { Repository } = require('aws-cdk-lib/aws-ecr');
const { Asset } = require('aws-cdk-lib/aws-s3-assets');
const { Construct } = require('constructs');
const { synthesize } = require('../stacks');

const models = process.argv[4];
synthesize((scope, id, index) => {
  const parent = new Construct(scope, id);
  const repository = Repository.fromRepositoryAttributes(parent, 'Repository', {
    repositoryName: 'sagemaker-tritonserver',
    repositoryArn: 'arn:aws:ecr:us-east-1:763104351884:repository/sagemaker-tritonserver',
  });
  const data = new Asset(parent, 'Data', { path: path.join(models, `${index}`, 'model.tar.gz') });
  new deployment.CustomSageMakerEndpoint(parent, 'Endpoint', {
    modelId: `triton/endpoint-${index}`,
    endpointName: `endpoint-${index}`,
    container: deployment.ContainerImage.fromEcrRepository(repository, '24.09-py3'),
    modelDataUrl: data.s3ObjectUrl,
    instanceType: deployment.SageMakerInstanceType.ML_G4DN_2XLARGE,
    instanceCount: 2,
    minCapacity: 2,
    maxCapacity: 23,
    environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: `endpoint-${index}` },
  });
});
