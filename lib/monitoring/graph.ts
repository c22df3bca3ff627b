import { GraphWidget, HorizontalAnnotation, IMetric, IWidget, YAxisProps } from 'aws-cdk-lib/aws-cloudwatch';

/** Width of a dashboard, in grid columns. */
export const WIDTH = 24;
/** Height of all graphs, in grid rows. */
export const HEIGHT = 6;

export const MICROSECONDS_AXIS: YAxisProps = { min: 0, label: 'µs', showUnits: false };
export const MILLISECONDS_AXIS: YAxisProps = { min: 0, label: 'ms', showUnits: false };
export const COUNT_AXIS: YAxisProps = { min: 0, showUnits: false };
export const PERCENT_AXIS: YAxisProps = { min: 0, label: '%', showUnits: false };
export const USD_AXIS: YAxisProps = { min: 0, label: 'USD', showUnits: false };

/** Content of a graph. */
export interface Graph {
  readonly title: string;
  readonly metrics: IMetric[];
  readonly axis: YAxisProps;
  readonly lines?: HorizontalAnnotation[];
  /** Whether the metrics are shown on top of each other, because their sum has a meaning. */
  readonly stacked?: boolean;
}

/** A graph of metrics on one axis, with horizontal lines. */
export function graphOf(title: string, axis: YAxisProps, metrics: IMetric[], lines?: HorizontalAnnotation[]): Graph {
  return { title, axis, metrics, lines };
}

/** Creates a row of graphs of equal width. */
export function graphRow(graphs: Graph[], columns = WIDTH): IWidget[] {
  const width = columns / graphs.length;
  return graphs.map(
    ({ title, metrics, axis, lines, stacked }) =>
      new GraphWidget({
        title,
        left: metrics,
        leftYAxis: axis,
        leftAnnotations: lines,
        stacked,
        width,
        height: HEIGHT,
      }),
  );
}

/** Returns a horizontal line at a value. Empty if the value is not known. */
export function lineAt(value: number | undefined, label: string): HorizontalAnnotation[] {
  return value === undefined ? [] : [{ value, label }];
}
