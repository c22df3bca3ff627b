/** A batch on its way to an instance: Triton's word for it. It grows until an instance takes it. */
export class Payload {
  public readonly requests: number[] = [];
  public batch = 0;
  /** When its oldest request arrived. */
  public oldest = Infinity;
  public scheduled = false;
  public taken = false;
  public answerAt = 0;

  public add(request: number, size: number, arrivedAt: number): void {
    this.requests.push(request);
    this.batch += size;
    if (arrivedAt < this.oldest) this.oldest = arrivedAt;
  }

  public merge(other: Payload): void {
    for (const request of other.requests) this.requests.push(request);
    this.batch += other.batch;
  }
}
