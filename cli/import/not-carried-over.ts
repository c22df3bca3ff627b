import { CodeWriter } from '../app/code';

/** A setting of the existing endpoint that the app does not reproduce. */
export interface NotCarriedOver {
  /** Where the description has the setting, such as `DescribeModel triton: PrimaryContainer.MultiModelConfig`. */
  readonly setting: string;
  readonly value: unknown;
  /** The reason, and what to do. */
  readonly why: string;
}

/** The reasons for settings of which something is known, by their place. */
const REASONS: [place: RegExp, why: string][] = [
  [
    /CrossRegionTrafficConfig|ContainerMetricsConfig|AcceleratorPartitionLayouts/,
    'only the API of SageMaker has it, so neither the library nor an override can set it',
  ],
  [/FailureReason$/, 'SageMaker rolled back the last update; make sure that the reason does not apply to the app'],
  [/LastDeploymentConfig/, 'the app has the update policy and the alarms of the library; see `updateStrategy`'],
  [/VolumeSizeInGB$|EndpointConfig: KmsKeyId$/, 'SageMaker ignores it for instance types with NVMe drives'],
  [/VariantName$/, 'the variant of the app is named AllTraffic; change alarms and dashboards on the old name'],
  [/ExecutionRoleArn$|VpcConfig|EnableNetworkIsolation$/, 'the library has one role and one network for all variants'],
  [/\.ImageConfig/, 'for an image in a private registry, use `TritonImage.fromPrivateRegistry`'],
  [/SuspendedState/, 'the library resumes scaling; use `Scaling.none()` if nothing must scale'],
  [/^DescribeSc/, 'no strategy has it, or it would keep the metric of the old endpoint; see `Scaling.custom`'],
  [
    /./,
    'the library has no property for it, or not for this value. Overrides can set what CloudFormation has (docs/server.md)',
  ],
];

/** Why a setting of the description is not in the app. */
export function whyNot(place: string): string {
  return REASONS.find(([pattern]) => pattern.test(place))?.[1] ?? '';
}

/** Maximum length of a value in the list. */
const MAX_VALUE_LENGTH = 200;

/** A setting in one line: a line break in an untrusted value would begin a new part of the list. */
export function formatSetting({ setting, value, why }: NotCarriedOver): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
  const code = [setting, shown].map((each) => `\`${each.replace(/\s+/g, ' ').replaceAll('`', "'")}\``);
  return `${code.join(': ')}: ${why}`;
}

/** Renders the list as a page, with the names of the library in the language of the app. */
export function renderNotCarriedOver(endpointName: string, settings: NotCarriedOver[], writer: CodeWriter): string {
  const inLanguage = (why: string): string =>
    why.replace(/`[^`]*`/g, (code) => code.replace(/\b[a-z]\w*/g, (name) => writer.name(name)));
  const list = settings.map((each) => `- ${formatSetting({ ...each, why: inLanguage(each.why) })}\n`).join('');
  return `# Settings of ${endpointName} that the app does not reproduce\n\n${list || 'None.\n'}`;
}
