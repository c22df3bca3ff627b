import * as path from 'path';
import { pathToFileURL } from 'url';
import { limitPerKind, omittedMessages } from '../../../lib/findings/format-findings';
import { rulePageUrl } from '../../../lib/findings/rule-page';
import { CheckResult, LocatedFinding, Note } from '../result';
import { describe, withForwardSlashes } from './summary';

/** Renders SARIF 2.1.0, which GitHub code scanning and other tools accept. */
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
            informationUri: 'https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/command/#check',
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
        results: limitPerKind(findings, ({ file }) => file).flatMap((each) => {
          const { finding } = each;
          const { ruleId, severity, file } = finding;
          const common = { ruleId, ruleIndex: rules.indexOf(ruleId), level: severity };
          const location = { artifactLocation: artifact(file) };
          const toResult = (text: string, region: object): object => ({
            ...common,
            message: { text },
            locations: [{ physicalLocation: { ...location, ...region } }],
          });
          return [
            toResult(describe(finding), regionOf(finding)),
            ...omittedMessages(each).map((omitted) => toResult(omitted, {})),
          ];
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

/** GitHub code scanning requires `shortDescription`, `fullDescription` and `help`, and shows them with each alert. */
function describeRule(id: string): object {
  const description = { text: `Rule ${id} of Triton or its backends. See ${rulePageUrl(id)}.` };
  return {
    id,
    shortDescription: { text: id },
    fullDescription: description,
    help: description,
    helpUri: rulePageUrl(id),
  };
}

/** A relative path must be relative to the root of the checkout, which is the working directory in a workflow. */
function artifact(file: string): object {
  if (path.isAbsolute(file)) return { uri: pathToFileURL(file).href };
  const uri = withForwardSlashes(path.normalize(file)).split('/').map(encodeURIComponent).join('/');
  return { uri };
}

function regionOf({ line, column }: LocatedFinding): object {
  return line === undefined ? {} : { region: { startLine: line, startColumn: column } };
}
