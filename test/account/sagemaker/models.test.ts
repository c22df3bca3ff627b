import { AwsError } from '../call';
import { throwAccessDenied } from '../hosting-account';
import { IMAGE, ROLE, accountWithConfig } from './fixtures';

const MODEL = { ModelName: 'model', ExecutionRoleArn: ROLE };
const s3Prefix = (S3Uri: string): object => ({
  S3DataSource: { S3Uri, S3DataType: 'S3Prefix', CompressionType: 'None' },
});

describe('a model is rejected', () => {
  test.each([
    ['a prefix without a slash', {}, { ModelDataSource: s3Prefix('s3://models/a') }, 'must end with a forward slash'],
    ['an image of another registry', {}, { Image: 'registry.example.com/triton:1' }, 'Using non-ECR image'],
    [
      'environment variables with a combined size of more than 32 KB',
      {},
      { Environment: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`V${index}`, 'x'.repeat(1000)])) },
      'at most 32 KB',
    ],
  ])('with %s', async (_, overrides, container, message) => {
    const { callSageMaker } = await accountWithConfig();
    const input = { ...MODEL, PrimaryContainer: { Image: IMAGE, ...container }, ...overrides };
    await expect(callSageMaker('CreateModel', input)).rejects.toThrow(message);
  });

  test.each([
    ['the role may not read', throwAccessDenied, 'Could not access model data at s3://models/a/'],
    [
      'there is no object with',
      () => {
        throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
      },
      'Could not find model data at s3://models/a/',
    ],
  ])('if %s its data', async (_, reject, message) => {
    let isReadable = true;
    const { callSageMaker } = await accountWithConfig({
      respond: (call) => (call.operation === 'GetObject' && !isReadable ? reject(call) : undefined),
    });
    isReadable = false;
    const input = { ...MODEL, PrimaryContainer: { Image: IMAGE, ModelDataSource: s3Prefix('s3://models/a/') } };
    await expect(callSageMaker('CreateModel', input)).rejects.toThrow(message);
  });
});

describe('an endpoint configuration is rejected', () => {
  test.each([
    ['a model that does not exist', { ModelName: 'other' }, 'Could not find model'],
    [
      'managed instance scaling',
      { ManagedInstanceScaling: { Status: 'ENABLED' } },
      'only supported for inference component',
    ],
    [
      'a volume size for an instance type with local storage',
      { VolumeSizeInGB: 64 },
      'VolumeSize parameter is not allowed',
    ],
  ])('with %s', async (_, overrides, message) => {
    const { addConfig } = await accountWithConfig();
    const config = addConfig('config-2', { variants: [{ VariantName: 'AllTraffic', ...overrides }] });
    await expect(config).rejects.toThrow(message);
  });
});
