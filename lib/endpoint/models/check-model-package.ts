import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { error, Finding } from '../../findings/finding';
import { Host } from '../resolved/host';
import { rejectPrivateRegistry } from '../image/private-registry';
import { isUnresolved } from '../../findings/is-unresolved';

/** The ARN form of `VersionedArnOrName` (API model of SageMaker in botocore 1.44.5). */
const MODEL_PACKAGE =
  /^arn:aws[a-z-]*:sagemaker:[a-z0-9-]+:\d{12}:model-package\/[a-zA-Z0-9][a-zA-Z0-9-]{0,62}(?<!-)(?:\/\d{1,9})?$/;

/** Checks a variant whose model is a version in the model registry. */
export function checkModelPackage({ region }: Stack, { server, image, models }: Host): Finding[] {
  const arns = models.flatMap(({ files }) => files?._location?.modelPackageArn ?? []);
  if (arns.length === 0) return [];
  return [
    ...arns.flatMap((arn) => checkArn(arn, region)),
    ...(server === undefined
      ? []
      : [
          error(
            'sm.model-package',
            'server',
            'got options for a model package; allowed: none, since SageMaker accepts environment variables from the package only: register the package with the variables',
          ),
        ]),
    ...rejectPrivateRegistry(image, 'with a model package'),
  ];
}

function checkArn(arn: string, region: string): Finding[] {
  if (isUnresolved(arn)) return [];
  const reject = (allowed: string): Finding[] => [
    error('sm.model-package', 'model.files', `got '${arn}'; allowed: ${allowed}`),
  ];
  if (!MODEL_PACKAGE.test(arn))
    return reject('the ARN of a model package, arn:aws:sagemaker:<region>:<account>:model-package/<group>/<version>');
  const arnRegion = Arn.split(arn, ArnFormat.SLASH_RESOURCE_NAME).region;
  return isUnresolved(region) || arnRegion === region
    ? []
    : reject(`a model package in ${region}, the endpoint's Region`);
}
