import * as path from 'path';
import { pathToFileURL } from 'url';
import { fewOfEach, restOf } from '../../../lib/findings/few-of-each';
import { rulePageUrl } from '../../../lib/findings/rule-page';
import { CheckResult, LocatedFinding, Note } from '../finding';
import { describe, slashed } from './summary';

/** SARIF 2.1.0, which code scanning of GitHub and others take. */
export function renderSarif({ findings, notes, failures }: CheckResult, version: string): string {
  const rules = [...new Set(findings.map(({ ruleId }) => ruleId))].sort();
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'triton-check',
            version,
            informationUri: 'https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/check',
            rules: rules.map(describeRule),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: [
              ...failures.map((each) => notification('error', each)),
              ...notes.map((each) => notification('note', each)),
            ],
          },
        ],
        results: fewOfEach(findings, ({ file }) => file).flatMap((each) => {
          const { finding } = each;
          const { ruleId, severity, file } = finding;
          const about = { ruleId, ruleIndex: rules.indexOf(ruleId), level: severity };
          const place = { artifactLocation: artifact(file) };
          const result = (text: string, at: object): object => ({
            ...about,
            message: { text },
            locations: [{ physicalLocation: { ...place, ...at } }],
          });
          return [result(describe(finding), region(finding)), ...restOf(each).map((rest) => result(rest, {}))];
        }),
      },
    ],
  };
  return JSON.stringify(log, undefined, 2);
}

function notification(level: string, { file, message }: Note): object {
  const locations = [{ physicalLocation: { artifactLocation: artifact(file) } }];
  return { level, message: { text: message }, locations };
}

/** Code scanning of GitHub requires the three texts, and shows them with each alert. */
function describeRule(id: string): object {
  const described = { text: `Rule ${id} of Triton or its backends. See ${rulePageUrl(id)}.` };
  return { id, shortDescription: { text: id }, fullDescription: described, help: described, helpUri: rulePageUrl(id) };
}

/** Relative to where the command runs, which is the checkout's root where results are uploaded. */
function artifact(file: string): object {
  if (path.isAbsolute(file)) return { uri: pathToFileURL(file).href };
  const uri = slashed(path.normalize(file)).split('/').map(encodeURIComponent).join('/');
  return { uri };
}

function region({ line, column }: LocatedFinding): object {
  return line === undefined ? {} : { region: { startLine: line, startColumn: column } };
}
