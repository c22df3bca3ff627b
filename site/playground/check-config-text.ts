import { Finding } from '../../lib/findings/finding';
import { rulePageUrl } from '../../lib/findings/rule-page';
import { documentOf } from '../../lib/model-config/schema/document';
import { createLocator } from '../../lib/model-config/text/locate';
import { ConfigTextError } from '../../lib/model-config/text/parse-error';
import { parseText, textErrors } from '../../lib/model-config/text/parse-text';
import { Position } from '../../lib/model-config/text/scan';
import { isTemplate, TEMPLATE_NOTE } from '../../lib/model-config/text/template';
import { printText } from '../../lib/model-config/text/print-text';
import { servingInstance } from '../../lib/model-config/serving-target';
import { validateConfig } from '../../lib/model-config/validate';

/** A finding as the page displays it. */
export interface DisplayedFinding extends Pick<Finding, 'field' | 'message' | 'ruleId'> {
  readonly severity: 'error' | 'warning';
  /** Undefined if the text does not contain the field. */
  readonly position?: Position;
  readonly page: string;
}

export interface ConfigCheckResult {
  readonly findings: DisplayedFinding[];
  /** Why the text was not checked. */
  readonly note?: string;
  /** The canonical text; undefined if the text cannot be parsed. */
  readonly canonical?: string;
}

/** The selected release of Triton and instance type. An empty string means that none is selected. */
export interface SelectedTarget {
  readonly release: string;
  readonly instanceType: string;
}

/** Checks a configuration like the command `check`. */
export function checkConfigText(text: string, { release, instanceType }: SelectedTarget): ConfigCheckResult {
  try {
    const parsed = parseText(text, 'config.pbtxt');
    const target = {
      tritonRelease: release || undefined,
      instanceType: instanceType === '' ? undefined : servingInstance(instanceType),
      backendRules: true,
    };
    const positionOf = createLocator(text);
    const findings = validateConfig(documentOf(parsed), target).map(({ ruleId, field, message, severity }) => ({
      ruleId,
      field,
      message,
      severity,
      position: positionOf(field),
      page: rulePageUrl(ruleId),
    }));
    return { findings, canonical: printText(parsed) };
  } catch (error) {
    if (!(error instanceof ConfigTextError)) throw error;
    if (isTemplate(text)) return { findings: [], note: TEMPLATE_NOTE };
    return {
      findings: textErrors(text, 'config.pbtxt').map(({ reason, ruleId, position }) => ({
        ...{ ruleId, field: '', message: reason, position },
        ...{ severity: 'error', page: rulePageUrl(ruleId) },
      })),
    };
  }
}
