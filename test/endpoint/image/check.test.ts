import { App, Stack } from 'aws-cdk-lib';
import { InferenceAmi, InstanceType, TritonImage } from '../../../lib';
import { checkImage } from '../../../lib/endpoint/image/check';
import { inferenceAmiVersionOf } from '../../../lib/endpoint/image/inference-ami-version';

const GPU_3_1 = 'al2-ami-sagemaker-inference-gpu-3-1';
const GPU_4_1 = 'al2023-ami-sagemaker-inference-gpu-4-1';
const { G4DN_XLARGE, G5_XLARGE, G6_XLARGE, G6E_XLARGE, G7_2XLARGE, G7E_2XLARGE } = InstanceType;
const { P3_2XLARGE, P5_48XLARGE, P5EN_48XLARGE, P6_B300_48XLARGE } = InstanceType;
const publishedImage = (release: string) => TritonImage.forRelease(release);
const userImage = (cudaVersion?: string) =>
  TritonImage.of('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1', { release: '24.10', cudaVersion });

const check = (image: TritonImage, types: InstanceType[], selectedAmi?: InferenceAmi, region = 'eu-west-1') => {
  const stack = new Stack(new App(), 'Stack', { env: { region } });
  return checkImage(stack, image, types, 'variants[0].instanceType', selectedAmi)
    .filter(({ ruleId }) => ruleId !== 'image.vulnerable') // check-vulnerabilities.test.ts tests this rule
    .map(({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
};

// An endpoint hangs without a log if the GPU driver does not support the CUDA version of the image.
describe('the driver of a variant’s AMI must support the image’s CUDA on all instance types of the variant', () => {
  test.each([
    ['22.12', [G4DN_XLARGE], undefined],
    ['24.09', [G4DN_XLARGE], GPU_3_1],
    ['24.09', [G6_XLARGE], undefined],
    ['24.09', [G6_XLARGE, G5_XLARGE], GPU_3_1],
    ['24.09', [G6E_XLARGE], GPU_3_1],
    ['26.05', [G6E_XLARGE], GPU_4_1],
    ['25.04', [G7E_2XLARGE], GPU_4_1],
    ['26.05', [P6_B300_48XLARGE], GPU_4_1],
    ['25.04', [G5_XLARGE, G7E_2XLARGE], GPU_4_1],
    ['25.09', [P5_48XLARGE], GPU_4_1],
  ])('for Triton %s on %s, the selected AMI is %s', (release, types, amiVersion) => {
    expect(inferenceAmiVersionOf(publishedImage(release), types)).toBe(amiVersion);
    expect(check(publishedImage(release), types).filter((finding) => finding.startsWith('error'))).toEqual([]);
  });

  test('a selected AMI is used', () => {
    expect(inferenceAmiVersionOf(publishedImage('24.09'), [G4DN_XLARGE], InferenceAmi.AL2_GPU_2)).toBe(
      'al2-ami-sagemaker-inference-gpu-2',
    );
  });

  test('a selected AMI with an outdated driver is rejected', () => {
    expect(check(publishedImage('25.09'), [G5_XLARGE], InferenceAmi.AL2_GPU_3_1)).toEqual([
      expect.stringMatching(
        /^error sm\.driver variants\[0\]\.instanceType: got AMI .*gpu-3-1 \(driver 550\); allowed with CUDA 13.*gpu-4-1/,
      ),
    ]);
  });

  test('if the driver of the default AMI is not documented, an AMI is selected without a finding', () => {
    for (const release of ['22.12', '24.09', '26.05']) expect(check(publishedImage(release), [G6E_XLARGE])).toEqual([]);
  });

  test('a selected AMI with an unknown driver causes a warning', () => {
    expect(check(publishedImage('24.09'), [G6E_XLARGE], InferenceAmi.of('al2030-gpu-9'))).toEqual([
      expect.stringMatching(/^warning sm\.driver .*driver of AMI al2030-gpu-9 is not known/),
    ]);
  });

  test.each([
    [G7E_2XLARGE, 575],
    [P6_B300_48XLARGE, 580],
  ])('a selected AMI whose driver does not support the GPU of %s is rejected', (type, driver) => {
    expect(check(publishedImage('25.04'), [type], InferenceAmi.AL2_GPU_3_1)).toEqual([
      expect.stringMatching(
        new RegExp(`^error sm\\.driver .*\\(driver 550\\); .*which have driver ${driver} or newer`),
      ),
    ]);
  });

  test('if two sources disagree about the driver of a GPU, the AMI with the older driver causes a warning', () => {
    expect(check(publishedImage('26.05'), [G7_2XLARGE])).toEqual([
      expect.stringMatching(
        /^warning sm\.driver .*got AMI .*gpu-4-1 \(driver 580\) on ml\.g7\.2xlarge.*595 or newer.*eks-ami#2768/,
      ),
    ]);
  });

  test('a selected AMI causes a warning on instance types that are not known to run on it', () => {
    expect(check(publishedImage('24.09'), [G5_XLARGE, G6E_XLARGE], InferenceAmi.AL2_GPU_2)).toEqual([
      expect.stringMatching(
        /^warning sm\.ami-type variants\[0\]\.inferenceAmi: got al2-ami-sagemaker-inference-gpu-2 on ml\.g6e\.xlarge; known to run on it: ml\.g4dn, .*Omit inferenceAmi/,
      ),
    ]);
    expect(check(userImage(), [P3_2XLARGE], InferenceAmi.AL2023_GPU_4_1)).toContainEqual(
      expect.stringMatching(/^warning sm\.ami-type .*on ml\.p3\.2xlarge/),
    );
    expect(check(publishedImage('24.09'), [G5_XLARGE], InferenceAmi.AL2_GPU_2)).toEqual([]);
    expect(check(publishedImage('24.09'), [P5EN_48XLARGE], InferenceAmi.AL2_GPU_3_1)).toEqual([]); // the instance types of this AMI are not known
  });

  test('CUDA 12 on the AMI for CUDA 13 causes a warning for instance types that an older AMI supports', () => {
    expect(check(publishedImage('25.04'), [G5_XLARGE, G7E_2XLARGE])).toEqual([
      expect.stringMatching(
        /^warning sm\.compat-ami-cuda12 variants\[0\]\.image: got CUDA 12\.9\.0 on AMI .* on ml\.g5\.xlarge, .*prefer instance types of one generation/,
      ),
    ]);
    expect(check(publishedImage('25.04'), [G4DN_XLARGE], InferenceAmi.AL2023_GPU_4_1)).toEqual([
      expect.stringMatching(/^warning sm\.compat-ami-cuda12 .*prefer AMI al2-ami-sagemaker-inference-gpu-3-1/),
    ]);
    expect(check(publishedImage('25.04'), [G7E_2XLARGE], InferenceAmi.AL2023_GPU_4_1)).toEqual([]);
  });

  test('a user’s image whose CUDA is too new for the driver causes a warning, because compatibility libraries are not mounted', () => {
    expect(check(userImage('12.6'), [G5_XLARGE])).toEqual([
      expect.stringMatching(/^warning sm\.cuda-compat variants\[0\]\.image: got CUDA 12\.6 .*LD_LIBRARY_PATH/),
    ]);
    expect(check(userImage('12.4'), [G5_XLARGE])).toEqual([]);
  });

  test.each([undefined, '14.0'])('an image with the CUDA version %s causes a warning', (cuda) => {
    expect(check(userImage(cuda), [G5_XLARGE])).toEqual([
      expect.stringMatching(/^warning image\.cuda .*set cudaVersion/),
    ]);
  });
});

describe('the image must support the GPUs', () => {
  test.each([
    ['25.09', P3_2XLARGE, /^error sm\.cuda13-volta .*got ml\.p3\.2xlarge .*or Triton 25\.04 or older/],
    ['24.09', InstanceType.P2_XLARGE, /^error sm\.p2 .*no release supports it/],
    ['24.09', G7E_2XLARGE, /^error sm\.cuda-gpu .*CUDA 12\.8 or newer, which Triton 25\.04 includes/],
    ['24.09', InstanceType.P6E_GB200_36XLARGE, /^error sm\.arm .*allowed: x86_64/],
    ['24.09', InstanceType.of('ml.g5g.xlarge'), /^error sm\.arm .*allowed: x86_64/],
    [
      '24.09',
      InstanceType.of('ml.inf2.xlarge'),
      /^error sm\.no-gpu .*\(AWS Inferentia\); allowed: types with NVIDIA GPUs/,
    ],
    ['24.09', InstanceType.of('ml.g5.xlrge'), /^error sm\.variant-type .*did you mean ml\.g5\.xlarge\?/],
    ['24.09', InstanceType.of('ml.gd4n.xlarge'), /^warning sm\.variant-type .*did you mean ml\.g4dn\.xlarge\?/],
    ['24.09', InstanceType.of('ml.g9.xlarge'), /^warning sm\.variant-type .*not in the instance table.*not checked$/],
  ])('Triton %s on %s results in a finding', (release, type, finding) => {
    expect(check(publishedImage(release), [type])).toContainEqual(expect.stringMatching(finding));
  });

  test('a user’s image may be built for a different accelerator', () => {
    expect(check(userImage('12.4'), [InstanceType.of('ml.inf2.xlarge')])).toContainEqual(
      expect.stringMatching(/^warning sm\.no-gpu .*used only if your image is built for it/),
    );
  });
});

describe('instances without GPUs', () => {
  const CPU = [InstanceType.of('ml.c6i.large'), InstanceType.of('ml.m5.large')];

  test('the driver is not checked for any image', () => {
    expect(check(publishedImage('26.05'), CPU)).toEqual([]);
    expect(check(userImage(), CPU)).toEqual([]);
    expect(inferenceAmiVersionOf(publishedImage('26.05'), CPU)).toBeUndefined();
  });

  test('an AMI, which would include a GPU driver, is rejected', () => {
    expect(check(publishedImage('26.05'), CPU, InferenceAmi.AL2023_GPU_4_1)).toEqual([
      expect.stringMatching(/^error sm\.cpu-ami variants\[0\]\.inferenceAmi: got al2023-.*leave it out/),
    ]);
  });

  test('types with and without GPUs cannot have the same image', () => {
    expect(check(publishedImage('26.05'), [...CPU, G5_XLARGE])).toContainEqual(
      expect.stringMatching(
        /^error sm\.cpu-pools variants\[0\]\.instanceType: got ml\.c6i\.large, ml\.m5\.large without GPU next to ml\.g5\.xlarge/,
      ),
    );
  });

  test.each(['26.04', '26.12'])(
    'release %s, whose image for such instances is not known, causes a warning',
    (release) => {
      expect(check(publishedImage(release), CPU)).toContainEqual(
        expect.stringMatching(/^warning image\.cpu-tag variants\[0\]\.image: .*known: 21\.08, .*25\.09, 26\.05\./),
      );
    },
  );

  test('a type that is not in the table causes a warning, and a misspelled type is rejected', () => {
    expect(check(publishedImage('26.05'), [InstanceType.of('ml.c9i.large')])).toEqual([
      expect.stringMatching(/^warning sm\.variant-type .*its vCPUs and memory are not checked$/),
    ]);
    expect(check(publishedImage('26.05'), [InstanceType.of('ml.c6i.xlrge')])).toEqual([
      expect.stringMatching(/^error sm\.variant-type .*did you mean ml\.c6i\.xlarge\?/),
    ]);
  });
});

describe('a release that is not in the table', () => {
  test('causes a warning with the known releases, and runs with the driver for the CUDA of the previous release', () => {
    expect(check(publishedImage('26.12'), [G4DN_XLARGE])).toEqual([
      expect.stringMatching(
        /^warning image\.unlisted variants\[0\]\.image: got release 26\.12.*known: 21\.08, .*25\.09, 25\.12, 26\.03, 26\.04, 26\.05\..*driver is chosen for CUDA 13\.2/,
      ),
    ]);
    expect(inferenceAmiVersionOf(publishedImage('26.12'), [G4DN_XLARGE])).toBe(GPU_4_1);
    expect(inferenceAmiVersionOf(publishedImage('24.10'), [G4DN_XLARGE])).toBe(GPU_3_1);
  });

  test('is rejected with an AMI whose driver is too old for the CUDA of the previous release', () => {
    expect(check(publishedImage('26.12'), [G4DN_XLARGE], InferenceAmi.AL2_GPU_3_1)).toContainEqual(
      expect.stringMatching(/^error sm\.driver .*gpu-4-1/),
    );
  });
});

describe('SageMaker must be able to pull the image', () => {
  test('if AWS does not publish the release in the Region, the error contains the nearest releases', () => {
    expect(check(publishedImage('25.09'), [G5_XLARGE], undefined, 'cn-north-1')).toEqual([
      expect.stringMatching(/^error sm\.region variants\[0\]\.image: got release 25\.09 in cn-north-1.*24\.09, 25\.04/),
    ]);
  });

  test('in a Region without releases, the error suggests a user’s image', () => {
    expect(check(publishedImage('24.09'), [G5_XLARGE], undefined, 'us-gov-west-1')).toEqual([
      expect.stringMatching(/^error sm\.region .*allowed: your own image/),
    ]);
  });

  test.each([
    ['a b', /^error sm\.image variants\[0\]\.image: got 'a b'; allowed: 1 to 255 characters/],
    ['x'.repeat(256), /^error sm\.image /],
    ['registry.example.com/triton', /^error sm\.image-registry .*fromPrivateRegistry/],
    [
      '111122223333.dkr.ecr.us-east-1.amazonaws.com/triton',
      /^error sm\.other-region .*got an image in us-east-1; allowed: an image in eu-west-1/,
    ],
  ])('%s is rejected as the name of an image', (uri, finding) => {
    const image = TritonImage.of(uri, { release: '22.12' });
    expect(check(image, [G5_XLARGE])).toEqual([expect.stringMatching(finding)]);
  });
});
