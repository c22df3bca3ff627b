import { IWidget } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * A widget of ours, which nobody changes any more. A dashboard has its widgets drawn whenever its body is resolved, which is three times in
 * a synthesis; this one is drawn once for its place.
 */
export class DrawnOnce implements IWidget {
  public readonly width: number;
  public readonly height: number;
  public readonly warningsV2?: { [id: string]: string };
  private place = '';
  private drawing?: { readonly place: string; readonly json: unknown[] };

  constructor(private readonly widget: IWidget) {
    this.width = widget.width;
    this.height = widget.height;
    this.warningsV2 = widget.warningsV2;
  }

  public position(x: number, y: number): void {
    this.place = `${x},${y}`;
    this.widget.position(x, y);
  }

  public toJson(): unknown[] {
    const { place } = this;
    if (this.drawing?.place !== place) this.drawing = { place, json: this.widget.toJson() };
    return this.drawing.json;
  }
}
