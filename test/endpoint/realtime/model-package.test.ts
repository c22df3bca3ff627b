import { Stack, Token } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { ModelFiles, TritonAsyncEndpoint, TritonImage, TritonMultiModelEndpoint } from '../../../lib';
import { errorOf, stackOf, templateOf, warningsOf } from '../failures/outcome';
import { classifier, statementsOf } from '../fixtures';

const VERSION = 'arn:aws:sagemaker:eu-west-1:111122223333:model-package/classifiers/3';
const MODEL = 'AWS::SageMaker::Model';
const IRELAND = { env: { region: 'eu-west-1', account: '111122223333' } };

const bucket = (stack: Stack): IBucket => Bucket.fromBucketName(stack, 'Registered', 'registered');
const registered =
  (arn = VERSION) =>
  (stack: Stack) => ({
    model: classifier({ files: ModelFiles.fromModelPackage(arn, bucket(stack), 'classifier/3/model.tar.gz') }),
    image: TritonImage.of('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1', { release: '24.09' }),
  });

describe('a model of the model registry', () => {
  test('is served with the image, the data and the variables of its package, and no others', () => {
    const [{ Properties }] = Object.values(templateOf(registered(), IRELAND).findResources(MODEL));
    expect(Properties.PrimaryContainer).toEqual({ ModelPackageName: VERSION });
  });

  test('has data and an image that the role may read', () => {
    const statements = JSON.stringify(statementsOf(templateOf(registered(), IRELAND), /ExecutionPolicy/));
    expect(statements).toContain(':s3:::registered/classifier/3/model.tar.gz');
    expect(statements).toContain(':ecr:eu-west-1:111122223333:repository/triton');
  });

  test('is deployed again with another version, which warns of nothing', () => {
    expect(warningsOf(registered(), IRELAND)).not.toContainEqual(expect.stringMatching(/files\.s3-version/));
    const configOf = (arn: string) => templateOf(registered(arn), IRELAND).findResources(MODEL);
    expect(configOf(VERSION)).not.toEqual(configOf(VERSION.replace(/3$/, '4')));
  });

  test('is tested after the deployment as any other', () => {
    templateOf(registered(), IRELAND).resourceCountIs('Custom::TritonSmokeTest', 1);
  });

  test('is served by an asynchronous endpoint, too', () => {
    const stack = new Stack();
    new TritonAsyncEndpoint(stack, 'Queue', registered()(stack));
    Template.fromStack(stack).hasResourceProperties(MODEL, { PrimaryContainer: { ModelPackageName: VERSION } });
  });

  test('may be known only at deployment', () => {
    const arn = Token.asString({ Ref: 'ApprovedVersion' });
    const [{ Properties }] = Object.values(templateOf(registered(arn), IRELAND).findResources(MODEL));
    expect(Properties.PrimaryContainer).toEqual({ ModelPackageName: { Ref: 'ApprovedVersion' } });
  });

  test.each([
    ['a name', 'classifiers/3', /model-package\/<group>\/<version>/],
    ['a group', VERSION.replace('model-package', 'model-package-group'), /model-package\/<group>\/<version>/],
    ['a version of another region', VERSION.replace('eu-west-1', 'us-east-1'), /in eu-west-1, the endpoint's Region/],
  ])('with %s is rejected', (_, arn, message) => {
    expect(errorOf(registered(arn), IRELAND)).toMatch(message);
    expect(errorOf(registered(arn), IRELAND)).toMatch(/sm\.model-package\)/);
  });

  test('rejects options of the server, which would be variables', () => {
    const given = (stack: Stack) => ({ ...registered()(stack), server: { threadCount: 4 } });
    expect(errorOf(given, IRELAND)).toMatch(/ server: .*sm\.model-package/);
  });

  test('rejects an image of a private registry, which a package does not have', () => {
    const image = TritonImage.fromPrivateRegistry('registry.example.com/triton:1', { release: '24.09' });
    expect(errorOf((stack) => ({ ...registered()(stack), image }), IRELAND)).toMatch(/with a model package/);
  });

  test('is rejected by a multi-model endpoint', () => {
    const stack = stackOf({});
    expect(() => new TritonMultiModelEndpoint(stack, 'Many', { models: [registered()(stack).model] })).toThrow(
      /sm\.mme-datasource/,
    );
  });
});
