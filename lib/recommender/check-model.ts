import { Construct } from 'constructs';
import { checkResourceTypes } from '../cdk/resource-types';
import { TritonImage } from '../endpoint';
import { rejectBuilds } from '../endpoint/engines';
import { checkImage } from '../endpoint/image/check';
import { checkOneKind, imageForTypes } from '../endpoint/image/check-cpu';
import { rejectPrivateRegistry } from '../endpoint/image/private-registry';
import { error, Finding, prefixFields, removeDuplicates } from '../findings/finding';
import { checkDriver, newestOnDefaultAmi } from './check-driver';
import { InferenceRecommenderJobProps } from './job-props';
import { checkPayload } from './provide-payload';
import { SamplePayload } from './sample-payload';

/** The image of a job: that of the user, or the default for the instance types. */
export function imageOf({
  image = TritonImage.defaultRelease(),
  instanceTypes = [],
}: InferenceRecommenderJobProps): TritonImage {
  return imageForTypes(instanceTypes, image);
}

/** Checks the image and the instance types. */
export function checkImageAndInstances(scope: Construct, options: InferenceRecommenderJobProps): Finding[] {
  const { instanceTypes = [] } = options;
  const image = imageOf(options);
  // The warning about vulnerabilities is useless if no newer image runs on the instances. Test endpoints receive only benchmark requests.
  const newest = newestOnDefaultAmi(scope, instanceTypes);
  const isFixable = image.release !== newest;
  return removeDuplicates([
    ...checkResourceTypes(scope, 'benchmark'),
    ...rejectPrivateRegistry(image, 'in a benchmark'),
    ...checkOneKind(instanceTypes, 'instanceTypes'),
    ...instanceTypes
      .flatMap((type) => checkImage(scope, image, [type], 'instanceTypes'))
      .filter(({ ruleId }) => ruleId !== 'image.vulnerable' || isFixable),
    ...checkDriver(image, instanceTypes, newest),
  ]);
}

/** Checks the model and its payload. */
export function checkModel(options: InferenceRecommenderJobProps): Finding[] {
  const { model, instanceTypes = [] } = options;
  const image = imageOf(options);
  const types = instanceTypes.length > 0 ? instanceTypes : [undefined];
  const location = model.files?._location;
  const isArchive = location === undefined || location.key.endsWith('.tar.gz');
  const archiveMessage = `got '${location?.key}'; allowed: an archive that ends with .tar.gz, or local files`;
  return removeDuplicates([
    ...types.flatMap((instanceType) =>
      model.validate({ tritonRelease: image.release, instanceType, customImage: !image._published }),
    ),
    ...prefixFields('model', rejectBuilds(model, 'in a benchmark')),
    ...(isArchive ? [] : [error('sm.ir-archive', 'model.files', archiveMessage)]),
    ...checkPayload(options.samplePayload ?? SamplePayload.fromExamples(), model),
  ]);
}
