import { App, Stack } from 'aws-cdk-lib';
import { InferenceAmi, InstanceType, TritonImage } from '../../../lib';
import { checkImage } from '../../../lib/endpoint/image/check';
import { inferenceAmiVersionOf } from '../../../lib/endpoint/image/inference-ami-version';

const GPU_3_1 = 'al2-ami-sagemaker-inference-gpu-3-1';
const GPU_4_1 = 'al2023-ami-sagemaker-inference-gpu-4-1';
const { G4DN_XLARGE, G5_XLARGE, G6_XLARGE, G6E_XLARGE, G7_2XLARGE, G7E_2XLARGE } = InstanceType;
const { P3_2XLARGE, P5_48XLARGE, P5EN_48XLARGE, P6_B300_48XLARGE } = InstanceType;
const release = (name: string) => TritonImage.forRelease(name);
const own = (cudaVersion?: string) =>
  TritonImage.of('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1', { release: '24.10', cudaVersion });

const check = (image: TritonImage, types: InstanceType[], chosen?: InferenceAmi, region = 'eu-west-1') => {
  const stack = new Stack(new App(), 'Stack', { env: { region } });
  return checkImage(stack, image, types, 'variants[0].instanceType', chosen)
    .filter(({ ruleId }) => ruleId !== 'image.vulnerable') // has a test file of its own
    .map(({ ruleId, severity, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
};

// The pairing that hangs endpoints without a log: an image whose CUDA the host's driver does not run.
describe('the AMI of a variant has a driver for the image’s CUDA on all of its instance types', () => {
  test.each([
    ['22.12', [G4DN_XLARGE], undefined],
    ['24.09', [G4DN_XLARGE], GPU_3_1],
    ['24.09', [G6_XLARGE], undefined],
    ['24.09', [G6_XLARGE, G5_XLARGE], GPU_3_1],
    ['24.09', [G6E_XLARGE, G4DN_XLARGE], GPU_3_1],
    ['24.09', [G6E_XLARGE], GPU_3_1],
    ['26.05', [G6E_XLARGE], GPU_4_1],
    ['25.04', [G7E_2XLARGE], GPU_4_1],
    ['26.05', [G7_2XLARGE], GPU_4_1],
    ['26.05', [P6_B300_48XLARGE], GPU_4_1],
    ['25.04', [G5_XLARGE, G7E_2XLARGE], GPU_4_1],
    ['25.09', [P5_48XLARGE], GPU_4_1],
    ['25.09', [G7E_2XLARGE], GPU_4_1],
  ])('Triton %s on %s: %s', (name, types, version) => {
    expect(inferenceAmiVersionOf(release(name), types)).toBe(version);
    expect(check(release(name), types).filter((finding) => finding.startsWith('error'))).toEqual([]);
  });

  test('a chosen one is taken', () => {
    expect(inferenceAmiVersionOf(release('24.09'), [G4DN_XLARGE], InferenceAmi.AL2_GPU_2)).toBe(
      'al2-ami-sagemaker-inference-gpu-2',
    );
  });

  test('a chosen one whose driver is too old is refused', () => {
    expect(check(release('25.09'), [G5_XLARGE], InferenceAmi.AL2_GPU_3_1)).toEqual([
      expect.stringMatching(
        /^error sm\.driver variants\[0\]\.instanceType: got AMI .*gpu-3-1 \(driver 550\); allowed with CUDA 13.*gpu-4-1/,
      ),
    ]);
  });

  test('an undocumented driver of the default AMI is not relied on: an AMI is selected, without a word', () => {
    for (const name of ['22.12', '24.09', '26.05']) expect(check(release(name), [G6E_XLARGE])).toEqual([]);
  });

  test('a chosen one whose driver is not known warns', () => {
    expect(check(release('24.09'), [G6E_XLARGE], InferenceAmi.of('al2030-gpu-9'))).toEqual([
      expect.stringMatching(/^warning sm\.driver .*driver of AMI al2030-gpu-9 is not known/),
    ]);
  });

  test.each([
    [G7E_2XLARGE, 575],
    [P6_B300_48XLARGE, 580],
  ])('a chosen one whose driver does not know the GPU of %s is refused', (type, driver) => {
    expect(check(release('25.04'), [type], InferenceAmi.AL2_GPU_3_1)).toEqual([
      expect.stringMatching(
        new RegExp(`^error sm\\.driver .*\\(driver 550\\); .*which have driver ${driver} or newer`),
      ),
    ]);
  });

  test('a GPU of which sources differ warns on the AMI with the older driver', () => {
    expect(check(release('26.05'), [G7_2XLARGE])).toEqual([
      expect.stringMatching(
        /^warning sm\.driver .*got AMI .*gpu-4-1 \(driver 580\) on ml\.g7\.2xlarge.*595 or newer.*eks-ami#2768/,
      ),
    ]);
  });

  test('a chosen one is held against the types that are known for it', () => {
    expect(check(release('24.09'), [G5_XLARGE, G6E_XLARGE], InferenceAmi.AL2_GPU_2)).toEqual([
      expect.stringMatching(
        /^warning sm\.ami-type variants\[0\]\.inferenceAmi: got al2-ami-sagemaker-inference-gpu-2 on ml\.g6e\.xlarge; known to run on it: ml\.g4dn, .*Omit inferenceAmi/,
      ),
    ]);
    expect(check(own(), [P3_2XLARGE], InferenceAmi.AL2023_GPU_4_1)).toContainEqual(
      expect.stringMatching(/^warning sm\.ami-type .*on ml\.p3\.2xlarge/),
    );
    expect(check(release('24.09'), [G5_XLARGE], InferenceAmi.AL2_GPU_2)).toEqual([]);
    expect(check(release('24.09'), [P5EN_48XLARGE], InferenceAmi.AL2_GPU_3_1)).toEqual([]); // no list is known
  });

  test('CUDA 12 on the driver of CUDA 13 warns, of types that an older AMI would serve', () => {
    expect(check(release('25.04'), [G5_XLARGE, G7E_2XLARGE])).toEqual([
      expect.stringMatching(
        /^warning sm\.compat-ami-cuda12 variants\[0\]\.image: got CUDA 12\.9\.0 on AMI .* on ml\.g5\.xlarge, .*prefer instance types of one generation/,
      ),
    ]);
    expect(check(release('25.04'), [G4DN_XLARGE], InferenceAmi.AL2023_GPU_4_1)).toEqual([
      expect.stringMatching(/^warning sm\.compat-ami-cuda12 .*prefer AMI al2-ami-sagemaker-inference-gpu-3-1/),
    ]);
    expect(check(release('25.04'), [G7E_2XLARGE], InferenceAmi.AL2023_GPU_4_1)).toEqual([]);
  });

  test('an image of one’s own that is newer than the driver warns: compatibility libraries are not mounted', () => {
    expect(check(own('12.6'), [G5_XLARGE])).toEqual([
      expect.stringMatching(/^warning sm\.cuda-compat variants\[0\]\.image: got CUDA 12\.6 .*LD_LIBRARY_PATH/),
    ]);
    expect(check(own('12.4'), [G5_XLARGE])).toEqual([]);
  });

  test.each([undefined, '14.0'])('an image whose CUDA is %s warns', (cuda) => {
    expect(check(own(cuda), [G5_XLARGE])).toEqual([expect.stringMatching(/^warning image\.cuda .*set cudaVersion/)]);
  });
});

describe('the image has code for the GPUs', () => {
  test.each([
    ['25.09', P3_2XLARGE, /^error sm\.cuda13-volta .*got ml\.p3\.2xlarge .*or Triton 25\.04 or older/],
    ['24.09', InstanceType.P2_XLARGE, /^error sm\.p2 .*no release supports it/],
    ['24.09', G7E_2XLARGE, /^error sm\.cuda-gpu .*CUDA 12\.8 or newer, which Triton 25\.04 includes/],
    ['24.09', InstanceType.P6E_GB200_36XLARGE, /^error sm\.arm .*allowed: x86_64/],
    ['24.09', InstanceType.of('ml.c7g.xlarge'), /^error sm\.arm .*allowed: x86_64/],
    ['24.09', InstanceType.of('ml.g5g.xlarge'), /^error sm\.arm .*allowed: x86_64/],
    [
      '24.09',
      InstanceType.of('ml.inf2.xlarge'),
      /^error sm\.no-gpu .*\(AWS Inferentia\); allowed: types with NVIDIA GPUs/,
    ],
    ['24.09', InstanceType.of('ml.g5.xlrge'), /^error sm\.variant-type .*did you mean ml\.g5\.xlarge\?/],
    ['24.09', InstanceType.of('ml.gd4n.xlarge'), /^warning sm\.variant-type .*did you mean ml\.g4dn\.xlarge\?/],
    ['24.09', InstanceType.of('ml.g9.xlarge'), /^warning sm\.variant-type .*not in the instance table.*not checked$/],
  ])('Triton %s on %s', (name, type, finding) => {
    expect(check(release(name), [type])).toContainEqual(expect.stringMatching(finding));
  });

  test('an image of one’s own may be built for another accelerator', () => {
    expect(check(own('12.4'), [InstanceType.of('ml.inf2.xlarge')])).toContainEqual(
      expect.stringMatching(/^warning sm\.no-gpu .*used only if your image is built for it/),
    );
  });

  test('each type of a pool is judged', () => {
    expect(check(release('25.09'), [G5_XLARGE, P3_2XLARGE])).toEqual([
      expect.stringMatching(/^error sm\.cuda13-volta .*got ml\.p3\.2xlarge/),
    ]);
  });
});

describe('instances without GPU', () => {
  const CPU = [InstanceType.of('ml.c6i.large'), InstanceType.of('ml.m5.large')];

  test('nothing is said of a driver, whatever the image', () => {
    expect(check(release('26.05'), CPU)).toEqual([]);
    expect(check(own(), CPU)).toEqual([]);
    expect(inferenceAmiVersionOf(release('26.05'), CPU)).toBeUndefined();
  });

  test('an AMI, which would bring a GPU driver, is refused', () => {
    expect(check(release('26.05'), CPU, InferenceAmi.AL2023_GPU_4_1)).toEqual([
      expect.stringMatching(/^error sm\.cpu-ami variants\[0\]\.inferenceAmi: got al2023-.*leave it out/),
    ]);
  });

  test('types with and without GPU do not share an image', () => {
    expect(check(release('26.05'), [...CPU, G5_XLARGE])).toContainEqual(
      expect.stringMatching(
        /^error sm\.cpu-pools variants\[0\]\.instanceType: got ml\.c6i\.large, ml\.m5\.large without GPU next to ml\.g5\.xlarge/,
      ),
    );
  });

  test.each(['26.04', '26.12'])('release %s, whose image for them is not known, warns', (name) => {
    expect(check(release(name), CPU)).toContainEqual(
      expect.stringMatching(/^warning image\.cpu-tag variants\[0\]\.image: .*known: 21\.08, .*25\.09, 26\.05\./),
    );
  });

  test('a type that is not in the table warns, and a misspelt one is refused', () => {
    expect(check(release('26.05'), [InstanceType.of('ml.c9i.large')])).toEqual([
      expect.stringMatching(/^warning sm\.variant-type .*its vCPUs and memory are not checked$/),
    ]);
    expect(check(release('26.05'), [InstanceType.of('ml.c6i.xlrge')])).toEqual([
      expect.stringMatching(/^error sm\.variant-type .*did you mean ml\.c6i\.xlarge\?/),
    ]);
  });
});

describe('a release that the table does not have', () => {
  test('warns with the known ones, and gets a driver for the CUDA of the release before it', () => {
    expect(check(release('26.12'), [G4DN_XLARGE])).toEqual([
      expect.stringMatching(
        /^warning image\.unlisted variants\[0\]\.image: got release 26\.12.*known: 21\.08, .*25\.09, 26\.03, 26\.04, 26\.05\..*driver is chosen for CUDA 13\.2/,
      ),
    ]);
    expect(inferenceAmiVersionOf(release('26.12'), [G4DN_XLARGE])).toBe(GPU_4_1);
    expect(inferenceAmiVersionOf(release('24.10'), [G4DN_XLARGE])).toBe(GPU_3_1);
  });

  test('with an AMI whose driver is too old even for that CUDA is refused', () => {
    expect(check(release('26.12'), [G4DN_XLARGE], InferenceAmi.AL2_GPU_3_1)).toContainEqual(
      expect.stringMatching(/^error sm\.driver .*gpu-4-1/),
    );
  });

  test('known ones do not warn', () => {
    for (const name of ['26.03', '26.04', '26.05']) {
      expect(check(release(name), [G4DN_XLARGE]).filter((finding) => finding.includes('image.unlisted'))).toEqual([]);
    }
  });
});

describe('SageMaker can pull the image', () => {
  test('not where AWS does not publish the release; the nearest ones there are named', () => {
    expect(check(release('25.09'), [G5_XLARGE], undefined, 'cn-north-1')).toEqual([
      expect.stringMatching(/^error sm\.region variants\[0\]\.image: got release 25\.09 in cn-north-1.*24\.09, 25\.04/),
    ]);
  });

  test('in a region without any release an image of one’s own is the way out', () => {
    expect(check(release('24.09'), [G5_XLARGE], undefined, 'us-gov-west-1')).toEqual([
      expect.stringMatching(/^error sm\.region .*allowed: your own image/),
    ]);
  });

  test.each([
    ['a b', /^error sm\.image variants\[0\]\.image: got 'a b'; allowed: 1 to 255 characters/],
    ['x'.repeat(256), /^error sm\.image /],
    ['registry.example.com/triton', /^error sm\.image-registry .*fromPrivateRegistry/],
    [
      '111122223333.dkr.ecr.us-east-1.amazonaws.com/triton',
      /^error sm\.image-region .*got an image in us-east-1; allowed: an image in eu-west-1/,
    ],
  ])('%s', (uri, finding) => {
    const image = TritonImage.of(uri, { release: '22.12' });
    expect(check(image, [G5_XLARGE])).toEqual([expect.stringMatching(finding)]);
  });
});
