import { Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Function as LambdaFunction, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { InferenceRecommenderJob, InstanceType, TensorRtEngine, TritonImage, TritonImageConfig } from '../../../lib';
import { bertFiles } from '../engines/fixtures';
import { errorOf, templateOf, warningsOf } from '../failures/outcome';
import { classifier, statementsOf } from '../fixtures';

const URI = 'registry.example.com/serving/triton:24.09';
const FUNCTION = 'arn:aws:lambda:eu-west-1:111122223333:function:credentials';
const MODEL = 'AWS::SageMaker::Model';

const inVpc = (stack: Stack) => ({ vpc: new Vpc(stack, 'Vpc') });
const credentials = (stack: Stack): IFunction => LambdaFunction.fromFunctionArn(stack, 'Credentials', FUNCTION);

const privately = (uri = URI) => TritonImage.fromPrivateRegistry(uri, { release: '24.09' });

test('SageMaker pulls the image through the VPC', () => {
  const template = templateOf((stack) => ({ ...inVpc(stack), image: privately() }));
  template.hasResourceProperties(MODEL, {
    PrimaryContainer: {
      Image: URI,
      ImageConfig: { RepositoryAccessMode: 'Vpc', RepositoryAuthConfig: Match.absent() },
    },
    VpcConfig: Match.objectLike({ Subnets: Match.anyValue() }),
  });
});

test('a registry with authentication has a function for the credentials, which the role may call', () => {
  const template = templateOf((stack) => ({
    ...inVpc(stack),
    image: TritonImage.fromPrivateRegistry(URI, { release: '24.09', credentialsFunction: credentials(stack) }),
  }));
  template.hasResourceProperties(MODEL, {
    PrimaryContainer: {
      ImageConfig: {
        RepositoryAccessMode: 'Vpc',
        RepositoryAuthConfig: { RepositoryCredentialsProviderArn: FUNCTION },
      },
    },
  });
  expect(statementsOf(template, /ExecutionPolicy/)).toContainEqual({
    Effect: 'Allow',
    Action: 'lambda:InvokeFunction',
    Resource: FUNCTION,
  });
});

test('the model waits for the way to the function, which SageMaker calls when it creates the model', () => {
  const routesOf = (image: (stack: Stack) => TritonImage): string[] => {
    const template = templateOf((stack) => ({ ...inVpc(stack), image: image(stack) }));
    const [{ DependsOn }] = Object.values(template.findResources(MODEL));
    return DependsOn.filter((id: string) => /DefaultRoute/.test(id));
  };
  const withCredentials = (stack: Stack) =>
    TritonImage.fromPrivateRegistry(URI, { release: '24.09', credentialsFunction: credentials(stack) });
  expect(routesOf(withCredentials)).not.toEqual([]);
  expect(routesOf(() => privately())).toEqual([]);
});

test('images in Amazon ECR have no ImageConfig', () => {
  templateOf().hasResourceProperties(MODEL, { PrimaryContainer: { ImageConfig: Match.absent() } });
});

test('without a VPC it is rejected', () => {
  expect(errorOf({ image: privately() })).toMatch(/ image: .*requires `vpc`.*sm\.private-registry/);
});

test('the variant that has it is named', () => {
  const variants = [{ variantName: 'A' }, { variantName: 'B', image: privately() }];
  expect(errorOf({ variants })).toMatch(/variants\[1\]\.image: .*sm\.private-registry/);
});

test('an image of one’s own class is checked when it is bound', () => {
  class Mirrored extends TritonImage {
    public bind(_scope: Construct): TritonImageConfig {
      return { uri: URI, privateRegistry: true };
    }
  }
  const image = new Mirrored({ release: '24.09' });
  expect(errorOf({ image })).toMatch(/requires `vpc`.*sm\.private-registry/);
  templateOf((stack) => ({ ...inVpc(stack), image })).hasResourceProperties(MODEL, {
    PrimaryContainer: { ImageConfig: { RepositoryAccessMode: 'Vpc' } },
  });
});

test('a warning says that an image in Amazon ECR needs no private registry', () => {
  const image = privately('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1');
  expect(warningsOf((stack) => ({ ...inVpc(stack), image }))).toContainEqual(
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
      new TensorRtEngine(stack, 'Engine', {
        files: bertFiles(),
        image,
        instanceType: InstanceType.G5_XLARGE,
        ...inVpc(stack),
      }),
  ],
])('%s rejects it, since jobs pull from Amazon ECR', (_, build) => {
  expect(() => build(new Stack(), privately())).toThrow(/sm\.private-registry/);
});
