import { Stack, Token } from 'aws-cdk-lib';
import { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { ModelFiles, TritonImage } from '../../../lib';
import { errorOf, endpointTemplate, warningsOf } from '../failures/outcome';
import { classifier, statementsOf } from '../fixtures';

const PACKAGE_VERSION_ARN = 'arn:aws:sagemaker:eu-west-1:111122223333:model-package/classifiers/3';
const MODEL = 'AWS::SageMaker::Model';
const IRELAND = { env: { region: 'eu-west-1', account: '111122223333' } };

const bucket = (stack: Stack): IBucket => Bucket.fromBucketName(stack, 'Registered', 'registered');
const registeredModelProps =
  (arn = PACKAGE_VERSION_ARN) =>
  (stack: Stack) => ({
    model: classifier({ files: ModelFiles.fromModelPackage(arn, bucket(stack), 'classifier/3/model.tar.gz') }),
    image: TritonImage.of('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1', { release: '24.09' }),
  });

describe('a model in the model registry', () => {
  test('is served only with the image, the data and the variables of its package', () => {
    const [{ Properties }] = Object.values(endpointTemplate(registeredModelProps(), IRELAND).findResources(MODEL));
    expect(Properties.PrimaryContainer).toEqual({ ModelPackageName: PACKAGE_VERSION_ARN });
  });

  test('has data that the role can read, and an image that the role can pull', () => {
    const statements = JSON.stringify(
      statementsOf(endpointTemplate(registeredModelProps(), IRELAND), /ExecutionPolicy/),
    );
    expect(statements).toContain(':s3:::registered/classifier/3/model.tar.gz');
    expect(statements).toContain(':ecr:eu-west-1:111122223333:repository/triton');
  });

  test('is deployed again if the version changes, without a warning', () => {
    expect(warningsOf(registeredModelProps(), IRELAND)).not.toContainEqual(expect.stringMatching(/files\.s3-version/));
    const configOf = (arn: string) => endpointTemplate(registeredModelProps(arn), IRELAND).findResources(MODEL);
    expect(configOf(PACKAGE_VERSION_ARN)).not.toEqual(configOf(PACKAGE_VERSION_ARN.replace(/3$/, '4')));
  });

  test('is tested after the deployment', () => {
    endpointTemplate(registeredModelProps(), IRELAND).resourceCountIs('Custom::TritonSmokeTest', 1);
  });

  test('can have an ARN that is known only at deployment', () => {
    const arn = Token.asString({ Ref: 'ApprovedVersion' });
    const [{ Properties }] = Object.values(endpointTemplate(registeredModelProps(arn), IRELAND).findResources(MODEL));
    expect(Properties.PrimaryContainer).toEqual({ ModelPackageName: { Ref: 'ApprovedVersion' } });
  });

  test.each([
    ['a name instead of an ARN', 'classifiers/3', /model-package\/<group>\/<version>/],
    [
      'a version in a different Region',
      PACKAGE_VERSION_ARN.replace('eu-west-1', 'us-east-1'),
      /in eu-west-1, the endpoint's Region/,
    ],
  ])('with %s is rejected', (_, arn, message) => {
    expect(errorOf(registeredModelProps(arn), IRELAND)).toMatch(message);
    expect(errorOf(registeredModelProps(arn), IRELAND)).toMatch(/sm\.model-package\)/);
  });

  test('rejects server options, which would set variables', () => {
    const props = (stack: Stack) => ({ ...registeredModelProps()(stack), server: { threadCount: 4 } });
    expect(errorOf(props, IRELAND)).toMatch(/ server: .*sm\.model-package/);
  });

  test('rejects an image in a private registry, which a package does not support', () => {
    const image = TritonImage.fromPrivateRegistry('registry.example.com/triton:1', { release: '24.09' });
    expect(errorOf((stack) => ({ ...registeredModelProps()(stack), image }), IRELAND)).toMatch(/with a model package/);
  });
});
