import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, TritonImage } from '../../../lib';
import { checkImage } from '../../../lib/endpoint/image/check';
import { checkVulnerabilities } from '../../../lib/endpoint/image/check-vulnerabilities';
import { inferenceAmiVersionOf } from '../../../lib/endpoint/image/inference-ami-version';
import { tritonReleases } from '../../../lib/facts/triton-releases';
import vulnerabilityTable from '../../../lib/facts/triton-vulnerabilities.json';

const warningsFor = (image: TritonImage, region = 'eu-west-1') =>
  checkVulnerabilities(image, region, 'image').map(
    ({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`,
  );

const userImage = (release: string) =>
  TritonImage.of('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1', { release, cudaVersion: '13.2' });

test('a release with critical vulnerabilities causes a warning with CVEs, bulletins, the first fixed release, and the fix', () => {
  expect(warningsFor(TritonImage.forRelease('25.09'))).toEqual([
    'warning image.vulnerable: got release 25.09, for which NVIDIA lists critical vulnerabilities: CVE-2026-24207 (security ' +
      'bulletin 5828), and 25 of high severity. Triton 26.03 is the first release without the critical ones: choose ' +
      "TritonImage.forRelease('26.05'), which runs on GPUs of compute capability 7.5 or more",
  ]);
});

test.each([
  ['24.03', ['CVE-2024-0087', 'CVE-2025-23310', 'CVE-2025-23316', 'CVE-2026-24207'], '26.03'],
  ['24.09', ['CVE-2025-23310', 'CVE-2025-23311', 'CVE-2025-23317', 'CVE-2025-23316', 'CVE-2026-24207'], '26.03'],
])('the warning about release %s lists %s', (release, cves, fixedRelease) => {
  const [message] = warningsFor(TritonImage.forRelease(release));
  for (const cve of cves) expect(message).toContain(cve);
  expect(message).toContain(`Triton ${fixedRelease} is the first release`);
  expect(message.includes('CVE-2024-0087')).toBe(release < '24.04');
});

test.each(['26.03', '26.04', '26.05', '26.12'])(
  'release %s causes no warning, because it has no critical vulnerability that a different published image would avoid',
  (release) => {
    expect(warningsFor(TritonImage.forRelease(release))).toEqual([]);
  },
);

test('the warning recommends only a release that AWS publishes in the Region', () => {
  expect(warningsFor(TritonImage.forRelease('24.03'), 'cn-north-1')).toEqual([
    expect.stringMatching(/vulnerabilities: CVE-2024-0087 \(security bulletin 5535\).*forRelease\('25\.04'\)/),
  ]);
  expect(warningsFor(TritonImage.forRelease('25.04'), 'cn-north-1')).toEqual([]);
});

test('a user’s image causes a warning for each critical vulnerability, because users can build the image from any release', () => {
  expect(warningsFor(userImage('26.05'))).toEqual([
    expect.stringMatching(/CVE-2026-47627 \(security bulletin 5865\).*build the image from Triton 26\.06 or newer/),
  ]);
  expect(warningsFor(userImage('26.06'))).toEqual([]);
});

test('each vulnerability has a bulletin with a date', () => {
  for (const { bulletin } of vulnerabilityTable.vulnerabilities)
    expect(Object.keys(vulnerabilityTable.bulletins)).toContain(bulletin);
  for (const date of Object.values(vulnerabilityTable.bulletins)) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test('among the releases with the fewest critical vulnerabilities, the default release is the newest', () => {
  const criticalCount = (release: string) =>
    vulnerabilityTable.vulnerabilities.filter(
      ({ severity, from, fixed }) =>
        severity === 'critical' && release < fixed && (from === undefined || release >= from),
    ).length;
  const published = tritonReleases().map(({ release }) => release);
  const fewest = Math.min(...published.map(criticalCount));
  expect(TritonImage.defaultRelease().release).toBe(
    published.filter((release) => criticalCount(release) === fewest).at(-1),
  );
});

// A different default replaces all instances of all endpoints. Only a minor version of the library may change it, with a changelog entry.
test('the default release is 26.05, which the default instance type runs without a warning', () => {
  const image = TritonImage.defaultRelease();
  expect(image.release).toBe('26.05');
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-west-1' } });
  expect(checkImage(stack, image, [InstanceType.G4DN_XLARGE], 'instanceType')).toEqual([]);
  expect(inferenceAmiVersionOf(image, [InstanceType.G4DN_XLARGE])).toBe('al2023-ami-sagemaker-inference-gpu-4-1');
});
