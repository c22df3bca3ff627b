import { Cause } from './cause';
import { COMPONENT_CAUSES } from './component-causes';
import { GPU_CAUSES } from './gpu-causes';
import { isMetricsDocument } from './metrics-document';
import { MISSING_LOG } from './missing-log';
import { MODEL_CAUSES } from './model-causes';
import { SERVICE_CAUSES } from './service-causes';
import { SYMPTOMS } from './symptoms';

/** Lines from one source, such as a stream of the container's log. */
export interface Evidence {
  readonly source: string;
  readonly lines: string[];
}

/** A cause, and the line that indicates it. */
export interface Diagnosis {
  readonly cause: Cause;
  readonly source: string;
  readonly line: string;
  /** Number of the line, from 1. */
  readonly lineNumber: number;
  /** Whether the line only indicates that something failed, but not why. */
  readonly symptom: boolean;
}

/** Causes in the order in which they are compared with a line: causes with specific texts precede causes with general texts. */
const CAUSE_PATTERNS = [MISSING_LOG, ...COMPONENT_CAUSES, ...GPU_CAUSES, ...MODEL_CAUSES, ...SERVICE_CAUSES].map(
  parseLogPatterns,
);
const SYMPTOM_PATTERNS = SYMPTOMS.map(parseLogPatterns);

/** Matches informational lines and warnings of Triton (I0605 06:26:38.147148) and TensorFlow. The server continues after these lines. */
const INFORMATION_OR_WARNING = /^\W*(?:[IW]\d{4} \d\d:|WARNING\b)|: [IW] tensorflow\//;

/** Texts in a line that Triton prints on every host without a GPU. The line does not indicate a cause. */
const HOST_WITHOUT_GPU = ['pinned system memory', 'cuda driver version'];

/** Number of characters at the beginning of a line that are searched. */
const MAX_SEARCHED_CHARACTERS = 10_000;

/**
 * Returns the causes that the lines indicate, without duplicates, most likely first: errors, then warnings. Symptoms, which indicate a
 * failure without its cause, are included only if no error indicates a cause.
 */
export function diagnose(evidence: Evidence[]): Diagnosis[] {
  const found = new Map<string, { readonly diagnosis: Diagnosis; readonly rank: number }>();
  for (const { source, lines } of evidence) {
    lines.forEach((line, index) => {
      const match = causeOf(line);
      if (!match) return;
      // Keep the first line of each cause, because later lines are usually consequences.
      const earlier = found.get(match.cause.id);
      if (earlier && earlier.rank <= match.rank) return;
      found.delete(match.cause.id);
      const { rank, cause, symptom } = match;
      found.set(cause.id, {
        rank,
        diagnosis: { cause, symptom, source, line: line.trim(), lineNumber: index + 1 },
      });
    });
  }
  const ranked = [...found.values()].sort((a, b) => a.rank - b.rank);
  const hasKnownCause = ranked[0]?.rank === 0;
  return ranked.map(({ diagnosis }) => diagnosis).filter(({ symptom }) => !(symptom && hasKnownCause));
}

/** Returns the cause that a line indicates. The rank is 0 for an error, 1 for a warning, and 2 for a symptom. */
function causeOf(line: string): { cause: Cause; rank: number; symptom: boolean } | undefined {
  // The names of models in a document could contain texts of causes.
  if (line === '' || isMetricsDocument(line)) return undefined;
  const text = line.slice(0, MAX_SEARCHED_CHARACTERS).toLowerCase();
  if (containsInOrder(text, HOST_WITHOUT_GPU)) return undefined;
  const found = CAUSE_PATTERNS.find(({ logPatterns }) => logPatterns.some((parts) => containsInOrder(text, parts)));
  if (found) return { cause: found.cause, rank: INFORMATION_OR_WARNING.test(line) ? 1 : 0, symptom: false };
  const symptom = SYMPTOM_PATTERNS.find(({ logPatterns }) => logPatterns.some((parts) => containsInOrder(text, parts)));
  return symptom && { cause: symptom.cause, rank: 2, symptom: true };
}

function parseLogPatterns(cause: Cause): { cause: Cause; logPatterns: string[][] } {
  return { cause, logPatterns: cause.texts.map((text) => text.toLowerCase().split(' … ')) };
}

/** Whether a text contains the parts in their order. */
function containsInOrder(text: string, parts: string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const position = text.indexOf(part, from);
    from = position + part.length;
    return position >= 0;
  });
}
