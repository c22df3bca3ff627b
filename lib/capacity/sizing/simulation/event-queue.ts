/** A queue of events, sorted by time. Events with the same time stay in the order in which they were added. A binary heap in plain arrays. */
export class EventQueue {
  private readonly times: number[] = [];
  private readonly orders: number[] = [];
  private readonly codes: number[] = [];
  private addedCount = 0;

  /** Time of the next event. Infinity if there is none. */
  public get nextTime(): number {
    return this.times.length ? this.times[0] : Infinity;
  }

  /** Adds an event. The code identifies the event to the simulation. */
  public add(time: number, code: number): void {
    const order = this.addedCount++;
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
    // The last event of the heap replaces the removed event.
    const time = this.times.pop() as number;
    const order = this.orders.pop() as number;
    const lastCode = this.codes.pop() as number;
    const size = this.times.length;
    if (size === 0) return code;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && this.isBefore(this.times[child + 1], this.orders[child + 1], child)) child++;
      if (this.isBefore(time, order, child)) break;
      this.move(child, hole);
      hole = child;
    }
    this.put(hole, time, order, lastCode);
    return code;
  }

  private isBefore(time: number, order: number, otherIndex: number): boolean {
    return time < this.times[otherIndex] || (time === this.times[otherIndex] && order < this.orders[otherIndex]);
  }

  private move(source: number, target: number): void {
    this.put(target, this.times[source], this.orders[source], this.codes[source]);
  }

  private put(index: number, time: number, order: number, code: number): void {
    this.times[index] = time;
    this.orders[index] = order;
    this.codes[index] = code;
  }
}
