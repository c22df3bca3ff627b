import { LIBRARY_NAMESPACE } from '../facts/library-namespace';

/** Texts that each document of the metrics exporter contains, even if a program has quoted its line, or added a time before it. */
const TEXTS = ['_aws', 'CloudWatchMetrics', LIBRARY_NAMESPACE];

/** Whether a line of the server's log is a document of the metrics exporter, which CloudWatch turns into metrics, instead of a message. */
export function isMetricsDocument(line: string): boolean {
  return TEXTS.every((text) => line.includes(text));
}
