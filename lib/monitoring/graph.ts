import { GraphWidget, HorizontalAnnotation, IMetric, IWidget, YAxisProps } from 'aws-cdk-lib/aws-cloudwatch';

/** A dashboard is 24 columns wide. */
export const WIDTH = 24;
/** Every graph is as high. */
const HEIGHT = 6;

export const MICROSECONDS: YAxisProps = { min: 0, label: 'µs', showUnits: false };
export const COUNT: YAxisProps = { min: 0, showUnits: false };
export const PERCENT: YAxisProps = { min: 0, label: '%', showUnits: false };
export const USD: YAxisProps = { min: 0, label: 'USD', showUnits: false };

/** What a graph shows; its width comes from its row. */
export interface Graph {
  readonly title: string;
  readonly metrics: IMetric[];
  readonly axis: YAxisProps;
  readonly lines?: HorizontalAnnotation[];
}

/** Graphs side by side, which share the whole width, or what is given of it. */
export function rowOf(graphs: Graph[], columns = WIDTH): IWidget[] {
  const width = columns / graphs.length;
  return graphs.map(
    ({ title, metrics, axis, lines }) =>
      new GraphWidget({ title, left: metrics, leftYAxis: axis, leftAnnotations: lines, width, height: HEIGHT }),
  );
}

/** A horizontal line where there is something to draw it for. */
export function lineAt(value: number | undefined, label: string): HorizontalAnnotation[] {
  return value === undefined ? [] : [{ value, label }];
}
