import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { error, Finding, warning } from '../../findings/finding';
import { ecrNameOf, TritonImageConfig } from './image-source';
import { TritonImage } from './triton-image';

/** `ImageConfig` of an image in a private registry. Undefined for Amazon ECR. */
export function imageConfigOf({
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

/** The permission for SageMaker to invoke the credentials function with the endpoint's role. */
export function credentialsFunctionPermissions({ credentialsFunction }: TritonImageConfig): PolicyStatement[] {
  if (!credentialsFunction) return [];
  return [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [credentialsFunction.functionArn] })];
}

/** Checks an image in a private registry (SageMaker developer guide, "Use a Private Docker Registry for Real-Time Inference Containers"). */
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

/** Rejects an image in a private registry: only the models of endpoints can use it. */
export function rejectPrivateRegistry({ _privateRegistry }: TritonImage, where: string): Finding[] {
  if (!_privateRegistry) return [];
  const message = `got an image in a private registry; allowed ${where}: an image in Amazon ECR`;
  return [error('sm.private-registry', 'image', message)];
}
