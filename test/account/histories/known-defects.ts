import { Switches } from '../behaviour';
import { Invariant, Violation } from './invariants';
import { runHistory } from './run';
import { Mishap, Step } from './steps';
import { Version } from './versions';

/** Something that the library does wrong, by the histories of this folder. It leaves this list with its mend. */
export interface KnownDefect {
  /** What should be true. */
  readonly sentence: string;
  /** What says so. */
  readonly document: string;
  /** Why it is not fixed. */
  readonly stays: string;
  /** The shortest history that shows it. */
  readonly history: readonly Step[];
  readonly seed?: number;
  /** Assumed behaviours that it needs to be the other way. */
  readonly switches?: Switches;
  /** How its violations look, here and in other histories. */
  readonly signs: readonly { readonly invariant: Invariant; readonly message: RegExp }[];
}

/** A deployment of a version, by default without a mishap. */
export function deploy(version: Version, mishap: Mishap = { kind: 'nothing' }): Step {
  return { kind: 'deploy', version, mishap };
}

export const KNOWN_DEFECTS: readonly KnownDefect[] = [
  {
    sentence: 'a first deployment is green when functions run before all of AWS knows their roles',
    document:
      'https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot.html#troubleshoot_general_eventual-consistency',
    stays:
      'what a function may not do yet looks like what it may never do: each handler would have to repeat whatever is denied for as long as IAM may take, and a missing permission would fail minutes later. CDK itself relies on CloudFormation here',
    history: [deploy('plain')],
    seed: 3,
    switches: { 'cloudformation.waits-for-iam': false },
    signs: [{ invariant: 'no deployment ends between two states', message: /ROLLBACK_FAILED.*not authorized/ }],
  },
  {
    sentence: 'scaling is given back when Application Auto Scaling tries its permissions on alarms of other names',
    document:
      'https://docs.aws.amazon.com/autoscaling/application/userguide/security_iam_permission_validation.html does not say which alarms it tries; the policies there allow all',
    stays:
      'nobody says which name it would try, and a permission for all alarms of the account, for a name that this account made up, is worse than the defect',
    history: [deploy('scaled'), deploy('scaled, other instance type', { kind: 'new fleet does not start' })],
    switches: { 'autoscaling.tries-alarms-of-its-own-names': false },
    signs: [
      { invariant: 'scaling is as declared', message: /^policy \S+ of \S+ is not there$/ },
      { invariant: 'no request is denied', message: /alarm:application-autoscaling-permission-check/ },
    ],
  },
];

/** Whether a violation is a sign of a defect that can be seen with the switches as they are. */
export function isKnown(violation: Violation, switches: Switches = {}): boolean {
  const applies = ({ switches: needed = {} }: KnownDefect): boolean =>
    Object.entries(needed).every(([id, position]) => (switches[id] ?? true) === position);
  return KNOWN_DEFECTS.filter(applies).some(({ signs }) => signs.some((sign) => isSign(sign, violation)));
}

/** Which signs of a defect its history shows. */
export async function seenSigns({ history, switches, seed = 1, signs }: KnownDefect): Promise<KnownDefect['signs']> {
  const { violations } = await runHistory(history, { seed, switches });
  return signs.filter((sign) => violations.some((violation) => isSign(sign, violation)));
}

function isSign({ invariant, message }: KnownDefect['signs'][number], violation: Violation): boolean {
  return invariant === violation.invariant && message.test(violation.message);
}
