import { AddToPrincipalPolicyResult, Grant, IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct, DependencyGroup } from 'constructs';
import { TritonImage, TritonImageConfig, TritonImageOptions } from '..';
import { AlphaContainerImage, ForAlphaModel } from './shapes';

const PULL = ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];

/**
 * The image that an alpha module's `ContainerImage` stands for. The endpoint's role may pull it.
 *
 * @param props what cannot be seen from the outside, such as the Triton release
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

/** A Triton image for the alpha module's `Model`, from the registry of the stack's region. The model's role may pull it. */
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
