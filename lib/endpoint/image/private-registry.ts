import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { error, Finding, warning } from '../../findings/finding';
import { ImageSource, TritonImageConfig } from './image-source';
import { ecrNameOf } from './own-image';
import type { TritonImage } from './triton-image';

/** An image in a Docker registry that is reached through the endpoint's VPC. */
export function privateImage(uri: string, credentialsFunction?: IFunction): ImageSource {
  return { uri, privateRegistry: true, bind: () => ({ uri, privateRegistry: true, credentialsFunction }) };
}

/** Where SageMaker pulls an image from; undefined for Amazon ECR. */
export function registryAccess({
  privateRegistry,
  credentialsFunction,
}: TritonImageConfig): CfnModel.ImageConfigProperty | undefined {
  if (!privateRegistry) return undefined;
  return {
    repositoryAccessMode: 'Vpc',
    repositoryAuthConfig: credentialsFunction && {
      repositoryCredentialsProviderArn: credentialsFunction.functionArn,
    },
  };
}

/** SageMaker calls the function with the endpoint's role. */
export function requestCredentials({ credentialsFunction }: TritonImageConfig): PolicyStatement[] {
  if (!credentialsFunction) return [];
  return [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [credentialsFunction.functionArn] })];
}

/** What SageMaker would reject (SageMaker developer guide, "Use a Private Docker Registry for Real-Time Inference Containers"). */
export function checkPrivateRegistry(
  { uri, privateRegistry }: Pick<TritonImageConfig, 'privateRegistry'> & { readonly uri?: string },
  hasVpc: boolean,
): Finding[] {
  if (!privateRegistry) return [];
  return [
    ...(hasVpc ? [] : [error('sm.private-registry', 'image', 'got an image in a private registry; requires `vpc`')]),
    ...(uri !== undefined && ecrNameOf(uri)
      ? [
          warning(
            'sm.private-registry',
            'image',
            `got '${uri}', which is in Amazon ECR; TritonImage.of also lets the role pull it`,
          ),
        ]
      : []),
  ];
}

/** Only models of endpoints can have such an image. */
export function checkNotPrivate({ _privateRegistry }: TritonImage, where: string): Finding[] {
  if (!_privateRegistry) return [];
  const message = `got an image in a private registry; allowed ${where}: an image in Amazon ECR`;
  return [error('sm.private-registry', 'image', message)];
}
