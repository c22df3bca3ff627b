import type { Measurement } from '../../assembly/measurements';

/** A line of a graph. */
export interface Line {
  readonly label: string;
  /** The name of the metric; undefined for a metric math expression. */
  readonly metric?: string;
  readonly statistic?: string;
  readonly endpointName?: string;
  readonly variantName?: string;
}

/** A widget that the page draws. */
export interface Widget {
  readonly type: 'text' | 'graph' | 'numbers' | 'alarms' | 'log';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Markdown, a log query, or one alarm per line. */
  readonly text: string;
  readonly lines: Line[];
  /** Horizontal lines, such as thresholds of alarms. */
  readonly marks: { readonly value: number; readonly label: string }[];
  readonly unit: string;
}

/** A dashboard that the page draws. */
export interface DrawnDashboard {
  readonly name: string;
  readonly stack: string;
  readonly widgets: Widget[];
}

/** The data that is embedded in the page. */
export interface PageData {
  readonly dashboards: DrawnDashboard[];
  readonly measurements: Measurement[];
}
