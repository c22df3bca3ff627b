import type { Measurement } from '../../assembly/measurements';

/** A line of a graph: a metric or a metric math expression. */
export interface Line {
  readonly label: string;
  /** The name of the metric; undefined for an expression. */
  readonly metric?: string;
  readonly statistic?: string;
  /** The dimensions of the metric. */
  readonly dimensions?: Record<string, string>;
  /** The expression; undefined for a metric. */
  readonly expression?: string;
  /** The metrics of the expression by their IDs. */
  readonly inputs?: Record<string, Line>;
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
  /** Whether the lines are drawn on top of each other. */
  readonly stacked: boolean;
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
