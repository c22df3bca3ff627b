import { ComplianceFinding, complianceFindings } from './findings';

/** The property with which users satisfy the findings of a resource. */
const PROPERTIES: [place: RegExp, property: string][] = [
  [/\/Alarms\//, '`monitoring.alarmActions`'],
  [/^endpoint\/Logs/, '`monitoring.logEncryptionKey`'],
  [/^endpoint\/EndpointConfig$/, '`encryptionKey`, for instance types without NVMe drives'],
  [/^TritonModelPublisher\/(Open)?Bucket$/, '`modelBucket`; `bucket` of `TensorRtEngine`'],
  [/^endpoint\/DataCapture$/, '`dataCapture.bucket`'],
  [/^endpoint\/CoreDumps$/, '`coreDumps.bucket`'],
  [/^endpoint\/AsyncInference$/, '`inputBucket` and `outputBucket`'],
  [/^benchmark\/Workflow\/Results$/, '`resultsBucket`'],
];

/** A page with tables of what the packs of cdk-nag find, between the marks of the page. */
export function compliancePage(page: string): string {
  const findings = complianceFindings();
  const left = findings.filter(({ reasons }) => reasons.length === 0);
  const tables = {
    left: table(
      ['property', 'rules', 'resources'],
      rowsOf(left, (finding) => [propertyFor(finding)]),
    ),
    acknowledged: table(
      ['reason', 'rules', 'resources'],
      rowsOf(findings, ({ reasons }) => reasons.map((reason) => `${reason}.`)),
    ),
  };
  return Object.entries(tables).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`(<!-- ${name}:start -->\n)[^]*(<!-- ${name}:end -->)`),
        (_, start, end) => start + rows + end,
      ),
    page,
  );
}

function propertyFor(finding: ComplianceFinding): string {
  const place = placeOf(finding);
  const found = PROPERTIES.find(([pattern]) => pattern.test(place));
  if (!found) throw new Error(`${finding.id} at ${finding.path}: neither acknowledged nor satisfied by a property`);
  return found[1];
}

/** What findings have in common, with their rules and resources. */
function rowsOf(findings: ComplianceFinding[], common: (finding: ComplianceFinding) => string[]): string[][] {
  const groups = new Map<string, ComplianceFinding[]>();
  for (const finding of findings) {
    for (const text of common(finding)) groups.set(text, [...(groups.get(text) ?? []), finding]);
  }
  const rows = [...groups].map(([text, group]) => [text, listed(group.map(ruleOf)), listed(group.map(placeOf))]);
  return rows.sort(([, first], [, second]) => (first < second ? -1 : Number(first > second)));
}

/** `IAMNoInlinePolicy` in each of the packs for standards, `AwsSolutions-IAM5` in that of cdk-nag itself. */
function ruleOf({ id }: ComplianceFinding): string {
  return id.replace(/^(NIST\.800\.53\.R5|HIPAA\.Security|PCI\.DSS\.321)-/, '').replace(/\[.*/, '');
}

/** The path of a resource, whatever its endpoint and variant are called. */
function placeOf({ path }: ComplianceFinding): string {
  return path
    .replace(/(\/Resource)+$/, '')
    .replace(/^Triton(Realtime|MultiModel|Async)Endpoint(-\w+)?\//, 'endpoint/')
    .replace(/^InferenceRecommender(Job|Sweep)\//, 'benchmark/')
    .replace(/^endpoint\/(AllTraffic|Processing|Training)\//, 'endpoint/variant/');
}

function listed(names: string[]): string {
  return [...new Set(names)]
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ');
}

function table(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
