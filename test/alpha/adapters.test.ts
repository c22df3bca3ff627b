import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import * as alpha from '@aws-cdk/aws-sagemaker-alpha';
import * as olderAlpha from 'aws-sagemaker-alpha-2.138';
import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { InstanceType, TritonImage, TritonRealtimeEndpoint } from '../../lib';
import { fromContainerImage, fromEndpoint, fromInstanceType, toContainerImage } from '../../lib/alpha';
import { classifier } from '../endpoint/fixtures';

const IRELAND = { region: 'eu-west-1', account: '111122223333' };

function stackIn(env?: { region: string; account: string }): Stack {
  return new Stack(new App(), 'Stack', { env });
}

/** Resources on which the roles of a stack are allowed to perform an action. */
function resourcesOf(stack: Stack, action: string) {
  const template = Template.fromStack(stack);
  const roles = Object.values(template.findResources('AWS::IAM::Role'));
  const policies = Object.values(template.findResources('AWS::IAM::Policy'));
  return [...roles.flatMap(({ Properties }) => Properties.Policies ?? []), ...policies.map((p) => p.Properties)]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().includes(action))
    .map(({ Resource }) => Resource);
}

describe.each([
  ['2.159.1', alpha],
  ['2.138.0', olderAlpha as unknown as typeof alpha],
])('with the alpha module %s', (_, { ContainerImage, Endpoint, EndpointConfig, InstanceType: AlphaType, Model }) => {
  describe('a container image', () => {
    test('from a repository is used by the endpoint, whose role can pull it', () => {
      const stack = stackIn(IRELAND);
      const repository = Repository.fromRepositoryName(stack, 'Repository', 'triton');
      const image = fromContainerImage(ContainerImage.fromEcrRepository(repository, '1.2'), { release: '24.09' });
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), image });
      Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::Model', {
        PrimaryContainer: {
          Image: { 'Fn::Join': ['', ['111122223333.dkr.ecr.eu-west-1.', { Ref: 'AWS::URLSuffix' }, '/triton:1.2']] },
        },
      });
      expect(resourcesOf(stack, 'ecr:BatchGetImage')).toEqual([stack.resolve(repository.repositoryArn)]);
    });

    test('from AWS Deep Learning Containers is used by the endpoint, also in a stack without a Region', () => {
      const stack = stackIn();
      const image = fromContainerImage(ContainerImage.fromDlc('sagemaker-tritonserver', '24.09-py3', '007439368137'), {
        release: '24.09',
      });
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), image });
      Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::Model', {
        PrimaryContainer: {
          Image: {
            'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('/sagemaker-tritonserver:24.09-py3$')])],
          },
        },
      });
      expect(JSON.stringify(resourcesOf(stack, 'ecr:BatchGetImage'))).toContain(
        ':007439368137:repository/sagemaker-tritonserver',
      );
    });

    test('serves several variants', () => {
      const stack = stackIn(IRELAND);
      const image = fromContainerImage(ContainerImage.fromDlc('sagemaker-tritonserver', '24.09-py3'), {
        release: '24.09',
      });
      const variants = [{ variantName: 'champion' }, { variantName: 'challenger' }];
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), image, variants });
      Template.fromStack(stack).resourceCountIs('AWS::SageMaker::Model', 2);
    });

    test('built from a folder is published with the app', () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'image-'));
      fs.writeFileSync(path.join(folder, 'Dockerfile'), 'FROM scratch\n');
      const stack = stackIn(IRELAND);
      const image = fromContainerImage(ContainerImage.fromAsset(folder), { release: '24.09' });
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), image });
      expect(JSON.stringify(resourcesOf(stack, 'ecr:BatchGetImage'))).toContain('container-assets');
    });

    test('requires a valid release', () => {
      const image = ContainerImage.fromDlc('sagemaker-tritonserver', '24.09-py3');
      expect(() => fromContainerImage(image, { release: 'newest' })).toThrow("got release 'newest'; allowed: YY.MM");
    });
  });

  test('instance types can be converted in both directions', () => {
    expect(fromInstanceType(AlphaType.G5_XLARGE).name).toBe('ml.g5.xlarge');
    expect(fromInstanceType(AlphaType.G5_XLARGE).gpuCount).toBe(1);
    expect(fromInstanceType(AlphaType.of(InstanceType.G6_XLARGE.name))).toEqual(InstanceType.G6_XLARGE);
  });

  test('an instance type that is known only at deployment remains a token', () => {
    const stack = stackIn();
    const { valueAsString } = new CfnParameter(stack, 'Type');
    const instanceType = fromInstanceType(AlphaType.of(valueAsString));
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), instanceType });
    Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::EndpointConfig', {
      ProductionVariants: [Match.objectLike({ InstanceType: { Ref: 'Type' } })],
    });
  });

  describe('a model', () => {
    test('uses a Triton image in the stack’s Region, and its role can pull it', () => {
      const stack = stackIn(IRELAND);
      new Model(stack, 'Model', {
        role: new Role(stack, 'Role', { assumedBy: new ServicePrincipal('sagemaker.amazonaws.com') }),
        containers: [{ image: toContainerImage(TritonImage.forRelease('24.09')) }],
      });
      Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::Model', {
        PrimaryContainer: {
          Image: {
            'Fn::Join': [
              '',
              [
                Match.stringLikeRegexp('^[0-9]{12}.dkr.ecr.eu-west-1.$'),
                { Ref: 'AWS::URLSuffix' },
                '/sagemaker-tritonserver:24.09-py3',
              ],
            ],
          },
        },
      });
      expect(JSON.stringify(resourcesOf(stack, 'ecr:BatchGetImage'))).toContain('repository/sagemaker-tritonserver');
      expect(resourcesOf(stack, 'ecr:GetAuthorizationToken')).toEqual(['*']);
    });
  });

  describe('an endpoint', () => {
    function createAlphaEndpoint(stack: Stack) {
      const model = new Model(stack, 'Model', {
        role: new Role(stack, 'Role', { assumedBy: new ServicePrincipal('sagemaker.amazonaws.com') }),
        containers: [{ image: toContainerImage(TritonImage.defaultRelease()) }],
      });
      const variants = ['champion', 'challenger'].map((variantName) => ({ model, variantName }));
      const endpointConfig = new EndpointConfig(stack, 'Config', { instanceProductionVariants: variants });
      return new Endpoint(stack, 'Endpoint', { endpointConfig, endpointName: 'theirs' });
    }

    test('has the metrics and grants of this library', () => {
      const stack = stackIn(IRELAND);
      const alphaEndpoint = createAlphaEndpoint(stack);
      const tritonEndpoint = fromEndpoint(stack, 'Ours', alphaEndpoint);
      expect(tritonEndpoint.variantNames).toEqual(['champion', 'challenger']);
      tritonEndpoint.grantInvokeWithResponseStream(
        new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('x.amazonaws.com') }),
      );
      expect(resourcesOf(stack, 'sagemaker:InvokeEndpointWithResponseStream')).toEqual([
        stack.resolve(alphaEndpoint.endpointArn),
      ]);
    });

    test('has one variant if it is imported', () => {
      const stack = stackIn(IRELAND);
      const tritonEndpoint = fromEndpoint(stack, 'Ours', Endpoint.fromEndpointName(stack, 'Theirs', 'theirs'));
      expect(tritonEndpoint.variantNames).toEqual(['AllTraffic']);
    });

    test('can be replaced by an endpoint of this library', () => {
      const stack = stackIn(IRELAND);
      const invoke = (endpoint: alpha.IEndpoint | olderAlpha.IEndpoint) =>
        endpoint.grantInvoke(new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('x.amazonaws.com') }));
      invoke(TritonRealtimeEndpoint.fromEndpointName(stack, 'Ours', 'ours'));
      expect(JSON.stringify(resourcesOf(stack, 'sagemaker:InvokeEndpoint'))).toContain('endpoint/ours');
    });
  });
});
