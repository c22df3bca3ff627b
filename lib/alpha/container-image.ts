import { AddToPrincipalPolicyResult, Grant, IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct, DependencyGroup } from 'constructs';
import { TritonImage, TritonImageOptions } from '..';
import { AlphaContainerImage, ForAlphaModel } from './shapes';

const PULL_ACTIONS = ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];

/**
 * Converts a `ContainerImage` of the alpha module to a Triton image. The role of the endpoint is granted permission to pull the image.
 *
 * @param options properties that cannot be read from the image, such as the Triton release
 */
export function fromContainerImage(image: AlphaContainerImage, options: TritonImageOptions): TritonImage {
  return TritonImage._fromSource(options, {
    bind: (scope) => {
      const role = new GrantRecorder();
      const { imageName } = image.bind(scope, role as never);
      return { uri: imageName, repositoryArn: role.resourceOf('ecr:BatchGetImage') };
    },
  });
}

/**
 * Converts a Triton image for the `Model` of the alpha module. The image is in the registry of the stack's Region. The role of the model is
 * granted permission to pull the image.
 */
export function toContainerImage(image: TritonImage): ForAlphaModel {
  return {
    bind(scope: Construct, model: IGrantable) {
      const { uri, repositoryArn } = image._bind(scope);
      if (repositoryArn !== undefined) {
        Grant.addToPrincipal({ grantee: model, actions: PULL_ACTIONS, resourceArns: [repositoryArn] });
        // This action does not support resource-level permissions.
        Grant.addToPrincipal({ grantee: model, actions: ['ecr:GetAuthorizationToken'], resourceArns: ['*'] });
      }
      return { imageName: uri };
    },
  };
}

/** A principal that is passed to an image instead of a model. It records the permissions that the image grants. */
class GrantRecorder extends ServicePrincipal {
  private readonly statements: PolicyStatement[] = [];

  constructor() {
    super('sagemaker.amazonaws.com');
  }

  public addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.statements.push(statement);
    return { statementAdded: true, policyDependable: new DependencyGroup() };
  }

  public resourceOf(action: string): string | undefined {
    return this.statements.find(({ actions }) => actions.includes(action))?.resources[0];
  }
}
