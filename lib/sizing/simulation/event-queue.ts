/** Events in order of time, and of scheduling where times are equal: a binary heap in plain arrays. */
export class EventQueue {
  private readonly times: number[] = [];
  private readonly orders: number[] = [];
  private readonly codes: number[] = [];
  private scheduled = 0;

  /** The time of the next event, Infinity if there is none. */
  public get nextTime(): number {
    return this.times.length ? this.times[0] : Infinity;
  }

  public add(time: number, code: number): void {
    const order = this.scheduled++;
    let hole = this.times.length;
    this.times.push(time);
    this.orders.push(order);
    this.codes.push(code);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!this.isBefore(time, order, parent)) break;
      this.move(parent, hole);
      hole = parent;
    }
    this.put(hole, time, order, code);
  }

  /** Removes the next event and returns its code. */
  public next(): number {
    const code = this.codes[0];
    const time = this.times.pop() as number;
    const order = this.orders.pop() as number;
    const last = this.codes.pop() as number;
    const size = this.times.length;
    if (size === 0) return code;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && this.isBefore(this.times[child + 1], this.orders[child + 1], child)) child++;
      if (this.isBefore(time, order, child)) break;
      this.move(child, hole);
      hole = child;
    }
    this.put(hole, time, order, last);
    return code;
  }

  private isBefore(time: number, order: number, other: number): boolean {
    return time < this.times[other] || (time === this.times[other] && order < this.orders[other]);
  }

  private move(from: number, to: number): void {
    this.put(to, this.times[from], this.orders[from], this.codes[from]);
  }

  private put(at: number, time: number, order: number, code: number): void {
    this.times[at] = time;
    this.orders[at] = order;
    this.codes[at] = code;
  }
}
