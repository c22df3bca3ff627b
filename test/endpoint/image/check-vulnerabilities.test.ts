import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, TritonImage } from '../../../lib';
import { checkImage } from '../../../lib/endpoint/image/check';
import { checkVulnerabilities } from '../../../lib/endpoint/image/check-vulnerabilities';
import { inferenceAmiVersionOf } from '../../../lib/endpoint/image/inference-ami-version';
import { tritonReleases } from '../../../lib/platform/triton-releases';
import table from '../../../lib/platform/triton-vulnerabilities.json';

const warnings = (image: TritonImage, region = 'eu-west-1') =>
  checkVulnerabilities(image, region, 'image').map(
    ({ ruleId, severity, message }) => `${severity} ${ruleId}: ${message}`,
  );

const own = (release: string) =>
  TritonImage.of('111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:1', { release, cudaVersion: '13.2' });

test('a release with critical vulnerabilities warns with CVEs, bulletins, the first release without them, and what to do', () => {
  expect(warnings(TritonImage.forRelease('25.09'))).toEqual([
    'warning image.vulnerable: got release 25.09, for which NVIDIA lists critical vulnerabilities: CVE-2026-24207 (security ' +
      'bulletin 5828), and 25 of high severity. Triton 26.03 is the first release without the critical ones: choose ' +
      "TritonImage.forRelease('26.05'), which runs on GPUs of compute capability 7.5 or more",
  ]);
});

test.each([
  ['24.03', ['CVE-2024-0087', 'CVE-2025-23310', 'CVE-2025-23316', 'CVE-2026-24207'], '26.03'],
  ['24.09', ['CVE-2025-23310', 'CVE-2025-23311', 'CVE-2025-23317', 'CVE-2025-23316', 'CVE-2026-24207'], '26.03'],
])('release %s has %s', (release, cves, fixed) => {
  const [message] = warnings(TritonImage.forRelease(release));
  for (const cve of cves) expect(message).toContain(cve);
  expect(message).toContain(`Triton ${fixed} is the first release`);
  expect(message.includes('CVE-2024-0087')).toBe(release < '24.04');
});

test.each(['26.03', '26.04', '26.05', '26.12'])(
  'release %s does not warn: every published image has its critical vulnerability, or it has none',
  (release) => {
    expect(warnings(TritonImage.forRelease(release))).toEqual([]);
  },
);

test('a region is judged by what AWS publishes there', () => {
  expect(warnings(TritonImage.forRelease('24.03'), 'cn-north-1')).toEqual([
    expect.stringMatching(/vulnerabilities: CVE-2024-0087 \(security bulletin 5535\).*forRelease\('25\.04'\)/),
  ]);
  expect(warnings(TritonImage.forRelease('25.04'), 'cn-north-1')).toEqual([]);
});

test('an image of one’s own warns about each critical vulnerability, since it can be built from any release', () => {
  expect(warnings(own('26.05'))).toEqual([
    expect.stringMatching(/CVE-2026-47627 \(security bulletin 5865\).*build the image from Triton 26\.06 or newer/),
  ]);
  expect(warnings(own('26.06'))).toEqual([]);
});

test('each vulnerability is of a bulletin with a date', () => {
  for (const { bulletin } of table.vulnerabilities) expect(Object.keys(table.bulletins)).toContain(bulletin);
  for (const date of Object.values(table.bulletins)) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test('the default release is the newest of those with the fewest critical vulnerabilities', () => {
  const count = (release: string) =>
    table.vulnerabilities.filter(
      ({ severity, from, fixed }) =>
        severity === 'critical' && release < fixed && (from === undefined || release >= from),
    ).length;
  const published = tritonReleases().map(({ release }) => release);
  const fewest = Math.min(...published.map(count));
  expect(TritonImage.defaultRelease().release).toBe(published.filter((release) => count(release) === fewest).at(-1));
});

// Another default starts new fleets: it is a decision, made with a minor version of the library and with a line in the changelog.
test('the default release is 26.05, which the default instance type runs without a warning', () => {
  const image = TritonImage.defaultRelease();
  expect(image.release).toBe('26.05');
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-west-1' } });
  expect(checkImage(stack, image, [InstanceType.G4DN_XLARGE], 'instanceType')).toEqual([]);
  expect(inferenceAmiVersionOf(image, [InstanceType.G4DN_XLARGE])).toBe('al2023-ami-sagemaker-inference-gpu-4-1');
});
