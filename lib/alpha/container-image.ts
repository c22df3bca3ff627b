import { AddToPrincipalPolicyResult, Grant, IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct, DependencyGroup } from 'constructs';
import { TritonImage, TritonImageConfig, TritonImageOptions } from '..';
import { AlphaContainerImage, ForAlphaModel } from './shapes';

const PULL = ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];

/**
 * Converts a `ContainerImage` of an alpha module to a Triton image. The role of the endpoint is granted permission to pull the image.
 *
 * @param props properties that cannot be read from the image, such as the Triton release
 */
export function fromContainerImage(image: AlphaContainerImage, props: TritonImageOptions): TritonImage {
  return new AdaptedImage(image, props);
}

class AdaptedImage extends TritonImage {
  constructor(
    private readonly image: AlphaContainerImage,
    props: TritonImageOptions,
  ) {
    super(props);
  }

  public bind(scope: Construct): TritonImageConfig {
    const role = new GrantRecorder();
    const { imageName } = this.image.bind(scope, role as never);
    return { uri: imageName, repositoryArn: role.resourceOf('ecr:BatchGetImage') };
  }
}

/**
 * Converts a Triton image for the `Model` of the alpha module. The image is in the registry of the stack's Region. The role of the model is
 * granted permission to pull the image.
 */
export function toContainerImage(image: TritonImage): ForAlphaModel {
  return {
    bind(scope: Construct, model: IGrantable) {
      const { uri, repositoryArn } = image.bind(scope);
      if (repositoryArn !== undefined) {
        Grant.addToPrincipal({ grantee: model, actions: PULL, resourceArns: [repositoryArn] });
        // The action supports no resource.
        Grant.addToPrincipal({ grantee: model, actions: ['ecr:GetAuthorizationToken'], resourceArns: ['*'] });
      }
      return { imageName: uri };
    },
  };
}

/** Stands in for a model's role, to learn what an image would have it allowed. */
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
