import { Cause } from './cause';
import { GPU_CAUSES } from './gpu-causes';
import { MISSING_LOG } from './missing-log';
import { MODEL_CAUSES } from './model-causes';
import { SERVICE_CAUSES } from './service-causes';
import { SYMPTOMS } from './symptoms';

/** Lines of one source, such as a stream of the container's log. */
export interface Evidence {
  readonly source: string;
  readonly lines: string[];
  /** Number of the first line in the source; 1 if absent. */
  readonly firstLineNumber?: number;
}

/** A cause, and the line that shows it. */
export interface Diagnosis {
  readonly cause: Cause;
  readonly source: string;
  readonly line: string;
  /** From 1. */
  readonly lineNumber: number;
  /** Whether it says only that something failed, but not why. */
  readonly symptom: boolean;
}

/** A line shows the first cause whose text it has: those with special texts come before those with general ones. */
const CAUSES = [MISSING_LOG, ...GPU_CAUSES, ...MODEL_CAUSES, ...SERVICE_CAUSES].map(withParts);
const SYMPTOMS_LAST = SYMPTOMS.map(withParts);

/** Lines of Triton (I0605 06:26:38.147148) and TensorFlow that inform or warn: the server goes on after them. */
const HARMLESS = /^\W*(?:[IW]\d{4} \d\d:|WARNING\b)|: [IW] tensorflow\//;

/** Triton says so of every host without a GPU, also where none is needed: it shows no cause. */
const WITHOUT_GPU = ['pinned system memory', 'cuda driver version'];

/** What a longer line says after it is no longer searched. */
const SEARCHED = 10_000;

/**
 * The causes that the lines show, each once, the likeliest first: errors, then warnings. What is said of every failure is named only where no
 * error shows a cause.
 */
export function diagnose(evidence: Evidence[]): Diagnosis[] {
  const found = new Map<string, { readonly diagnosis: Diagnosis; readonly rank: number }>();
  for (const { source, lines, firstLineNumber = 1 } of evidence) {
    lines.forEach((line, index) => {
      const shown = causeOf(line);
      if (!shown) return;
      // Of equal lines the first: what comes later mostly follows from it.
      const earlier = found.get(shown.cause.id);
      if (earlier && earlier.rank <= shown.rank) return;
      found.delete(shown.cause.id);
      const { rank, ...shownAs } = shown;
      found.set(shown.cause.id, {
        rank,
        diagnosis: { ...shownAs, source, line: line.trim(), lineNumber: firstLineNumber + index },
      });
    });
  }
  const ranked = [...found.values()].sort((a, b) => a.rank - b.rank);
  const isKnown = ranked[0]?.rank === 0;
  return ranked.map(({ diagnosis }) => diagnosis).filter(({ symptom }) => !(symptom && isKnown));
}

function causeOf(line: string): { cause: Cause; rank: number; symptom: boolean } | undefined {
  const text = line.slice(0, SEARCHED).toLowerCase();
  if (has(text, WITHOUT_GPU)) return undefined;
  const found = CAUSES.find(({ texts }) => texts.some((parts) => has(text, parts)));
  if (found) return { cause: found.cause, rank: HARMLESS.test(line) ? 1 : 0, symptom: false };
  const symptom = SYMPTOMS_LAST.find(({ texts }) => texts.some((parts) => has(text, parts)));
  return symptom && { cause: symptom.cause, rank: 2, symptom: true };
}

function withParts(cause: Cause): { cause: Cause; texts: string[][] } {
  return { cause, texts: cause.texts.map((text) => text.toLowerCase().split(' … ')) };
}

/** Whether a line has the parts, one after the other. */
function has(text: string, parts: string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
