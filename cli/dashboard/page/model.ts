import type { Measurement } from '../../measurements';

/** A line of a graph. */
export interface Line {
  readonly label: string;
  /** Name of the metric; undefined for an expression. */
  readonly metric?: string;
  readonly statistic?: string;
  readonly endpointName?: string;
  readonly variantName?: string;
}

/** A widget as the page draws it. */
export interface Widget {
  readonly type: 'text' | 'graph' | 'numbers' | 'alarms' | 'log';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly text: string;
  readonly lines: Line[];
  readonly marks: { readonly value: number; readonly label: string }[];
  readonly unit: string;
}

export interface DrawnDashboard {
  readonly name: string;
  readonly stack: string;
  readonly widgets: Widget[];
}

/** Everything the page knows. */
export interface PageData {
  readonly dashboards: DrawnDashboard[];
  readonly measurements: Measurement[];
}
