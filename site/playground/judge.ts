import { Finding } from '../../lib/findings/finding';
import { rulePageUrl } from '../../lib/findings/rule-page';
import { documentOf } from '../../lib/model-config/schema/document';
import { locator } from '../../lib/model-config/text/locate';
import { ConfigTextError } from '../../lib/model-config/text/parse-error';
import { parseText } from '../../lib/model-config/text/parse-text';
import { Position } from '../../lib/model-config/text/position';
import { textErrors } from '../../lib/model-config/text/typos';
import { printText } from '../../lib/model-config/text/print-text';
import { servingInstance } from '../../lib/model-config/serving-target';
import { validateConfig } from '../../lib/model-config/validate';

/** What the page shows of a finding. */
export interface ShownFinding extends Pick<Finding, 'field' | 'message' | 'ruleId'> {
  readonly severity: 'error' | 'warning';
  /** Undefined where the text lacks the field. */
  readonly position?: Position;
  readonly page: string;
}

export interface Judgement {
  readonly findings: ShownFinding[];
  /** The canonical text; undefined for a text that cannot be read. */
  readonly canonical?: string;
}

/** Where the model is going to be served; an empty string leaves it open. */
export interface Choice {
  readonly release: string;
  readonly instanceType: string;
}

/** What the command `check` says of one configuration. */
export function judge(text: string, { release, instanceType }: Choice): Judgement {
  try {
    const message = parseText(text, 'config.pbtxt');
    const target = {
      tritonRelease: release || undefined,
      instanceType: instanceType === '' ? undefined : servingInstance(instanceType),
      backendRules: true,
    };
    const positionOf = locator(text);
    const findings = validateConfig(documentOf(message), target).map(({ ruleId, field, message: words, severity }) => ({
      ruleId,
      field,
      message: words,
      severity,
      position: positionOf(field),
      page: rulePageUrl(ruleId),
    }));
    return { findings, canonical: printText(message) };
  } catch (error) {
    if (!(error instanceof ConfigTextError)) throw error;
    return {
      findings: textErrors(text, 'config.pbtxt').map(({ reason, ruleId, position }) => ({
        ...{ ruleId, field: '', message: reason, position },
        ...{ severity: 'error', page: rulePageUrl(ruleId) },
      })),
    };
  }
}
