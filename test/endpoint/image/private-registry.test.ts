import { Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Function as LambdaFunction, IFunction } from 'aws-cdk-lib/aws-lambda';
import { InferenceRecommenderJob, InstanceType, TritonImage, TritonRealtimeEndpoint } from '../../../lib';
import { bert } from '../engines/fixtures';
import { errorOf, endpointTemplate, warningsOf } from '../failures/outcome';
import { classifier, statementsOf } from '../fixtures';

const URI = 'registry.example.com/serving/triton:24.09';
const FUNCTION_ARN = 'arn:aws:lambda:eu-west-1:111122223333:function:credentials';
const MODEL = 'AWS::SageMaker::Model';

const createVpcProps = (stack: Stack) => ({ vpc: new Vpc(stack, 'Vpc') });
const credentials = (stack: Stack): IFunction => LambdaFunction.fromFunctionArn(stack, 'Credentials', FUNCTION_ARN);

const privateImage = (uri = URI) => TritonImage.fromPrivateRegistry(uri, { release: '24.09' });

test('SageMaker pulls the image through the VPC', () => {
  const template = endpointTemplate((stack) => ({ ...createVpcProps(stack), image: privateImage() }));
  template.hasResourceProperties(MODEL, {
    PrimaryContainer: {
      Image: URI,
      ImageConfig: { RepositoryAccessMode: 'Vpc', RepositoryAuthConfig: Match.absent() },
    },
    VpcConfig: Match.objectLike({ Subnets: Match.anyValue() }),
  });
});

test('for a registry with authentication, the role may invoke the function that returns the credentials', () => {
  const template = endpointTemplate((stack) => ({
    ...createVpcProps(stack),
    image: TritonImage.fromPrivateRegistry(URI, { release: '24.09' }, credentials(stack)),
  }));
  template.hasResourceProperties(MODEL, {
    PrimaryContainer: {
      ImageConfig: {
        RepositoryAccessMode: 'Vpc',
        RepositoryAuthConfig: { RepositoryCredentialsProviderArn: FUNCTION_ARN },
      },
    },
  });
  expect(statementsOf(template, /ExecutionPolicy/)).toContainEqual({
    Effect: 'Allow',
    Action: 'lambda:InvokeFunction',
    Resource: FUNCTION_ARN,
  });
});

test('the model waits for the network route to the credentials function, which SageMaker invokes when it creates the model', () => {
  const routeDependenciesOf = (image: (stack: Stack) => TritonImage): string[] => {
    const template = endpointTemplate((stack) => ({ ...createVpcProps(stack), image: image(stack) }));
    const [{ DependsOn }] = Object.values(template.findResources(MODEL));
    return DependsOn.filter((id: string) => /DefaultRoute/.test(id));
  };
  const withCredentials = (stack: Stack) =>
    TritonImage.fromPrivateRegistry(URI, { release: '24.09' }, credentials(stack));
  expect(routeDependenciesOf(withCredentials)).not.toEqual([]);
  expect(routeDependenciesOf(() => privateImage())).toEqual([]);
});

test('images in Amazon ECR have no ImageConfig', () => {
  endpointTemplate().hasResourceProperties(MODEL, { PrimaryContainer: { ImageConfig: Match.absent() } });
});

test('without a VPC, a private registry is rejected', () => {
  expect(errorOf({ image: privateImage() })).toMatch(/ image: .*requires `vpc`.*sm\.private-registry/);
});

test('fromPrivateRegistry with an image in Amazon ECR causes a warning', () => {
  const image = privateImage('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1');
  expect(warningsOf((stack) => ({ ...createVpcProps(stack), image }))).toContainEqual(
    expect.stringMatching(/TritonImage\.of.*sm\.private-registry/),
  );
});

test.each([
  [
    'a benchmark',
    (stack: Stack, image: TritonImage) =>
      new InferenceRecommenderJob(stack, 'Job', {
        model: classifier(),
        image,
        instanceTypes: [InstanceType.G4DN_XLARGE],
      }),
  ],
  [
    'the build of an engine',
    (stack: Stack, image: TritonImage) =>
      new TritonRealtimeEndpoint(stack, 'Endpoint', {
        model: bert(),
        image,
        instanceType: InstanceType.G5_XLARGE,
        ...createVpcProps(stack),
      }),
  ],
])('%s rejects a private registry, because jobs pull only from Amazon ECR', (_, build) => {
  expect(() => build(new Stack(), privateImage())).toThrow(/sm\.private-registry/);
});
