import { ComplianceFinding, complianceFindings } from './findings';

/** The properties with which users resolve the findings of a resource, by resource path. */
const PROPERTIES: [place: RegExp, property: string][] = [
  [/\/Alarms\//, '`monitoring.alarmActions`'],
  [/^endpoint\/Logs/, '`monitoring.logEncryptionKey`'],
  [/^endpoint\/EndpointConfig$/, '`encryptionKey`, for instance types without NVMe drives'],
  [/^TritonModelPublisher\/(Open)?Bucket$/, '`modelBucket`'],
  [/^endpoint\/DataCapture$/, '`dataCapture.bucket`'],
  [/^endpoint\/AsyncInference$/, '`inputBucket` and `outputBucket`'],
  [/^benchmark\/Workflow\/Results$/, '`resultsBucket`'],
];

/** Replaces the tables of findings between the marker comments of the page. */
export function compliancePage(page: string): string {
  const findings = complianceFindings();
  const unacknowledged = findings.filter(({ reasons }) => reasons.length === 0);
  const tables = {
    left: renderTable(
      ['property', 'rules', 'resources'],
      rowsOf(unacknowledged, (finding) => [propertyFor(finding)], withoutSiblings),
    ),
    acknowledged: renderTable(
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
  const [, property] = PROPERTIES.find(([pattern]) => pattern.test(place)) ?? [];
  if (!property) throw new Error(`${finding.id} at ${finding.path}: neither acknowledged nor satisfied by a property`);
  return property;
}

/** Replaces more than three names in a folder by the folder: `endpoint/variant/Alarms/…`. */
function withoutSiblings(names: string[]): string[] {
  const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);
  const isLong = (folder: string): boolean => new Set(names.filter((each) => folderOf(each) === folder)).size > 3;
  return names.map((name) => (isLong(folderOf(name)) ? `${folderOf(name)}…` : name));
}

/** Creates a row for each text, with the rules and resources of all findings that have this text. */
function rowsOf(
  findings: ComplianceFinding[],
  textsOf: (finding: ComplianceFinding) => string[],
  shorten = (places: string[]): string[] => places,
): string[][] {
  const groups = new Map<string, ComplianceFinding[]>();
  for (const finding of findings) {
    for (const text of textsOf(finding)) groups.set(text, [...(groups.get(text) ?? []), finding]);
  }
  const rows = [...groups].map(([text, group]) => [
    text,
    listNames(group.map(ruleOf)),
    listNames(shorten(group.map(placeOf))),
  ]);
  return rows.sort(([, first], [, second]) => (first < second ? -1 : Number(first > second)));
}

/** The name of a rule without its pack, such as `IAMNoInlinePolicy`. Rules of cdk-nag's own pack keep the prefix: `AwsSolutions-IAM5`. */
function ruleOf({ id }: ComplianceFinding): string {
  return id.replace(/^(NIST\.800\.53\.R5|HIPAA\.Security|PCI\.DSS\.321)-/, '').replace(/\[.*/, '');
}

/** The path of a resource, independent of the names of its endpoint and variant. */
function placeOf({ path }: ComplianceFinding): string {
  return path
    .replace(/(\/Resource)+$/, '')
    .replace(/^Triton(Realtime|MultiModel|Async)Endpoint(-\w+)?\//, 'endpoint/')
    .replace(/^InferenceRecommenderJob\//, 'benchmark/')
    .replace(/^endpoint\/(AllTraffic|A|B)\//, 'endpoint/variant/');
}

function listNames(names: string[]): string {
  return [...new Set(names)]
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ');
}

function renderTable(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
