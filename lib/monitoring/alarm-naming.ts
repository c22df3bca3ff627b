/**
 * How alarms are named. Derive from it for names of your own.
 *
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, monitoring: { alarmNaming: AlarmNaming.withPrefix('prod-') } });
 */
export abstract class AlarmNaming {
  /** Names made of the stack's name and the construct path: never a clash, and an alarm may be replaced. */
  public static generated(): AlarmNaming {
    return new Generated();
  }

  /**
   * `<prefix><endpoint>-<variant>-<alarm>`, such as `prod-bert-AllTraffic-latency`.
   *
   * @param prefix put before the name
   */
  public static withPrefix(prefix: string): AlarmNaming {
    return new Prefixed(prefix);
  }

  /**
   * The name of an alarm, at most 255 characters and the only one in its account and region; undefined for a generated one.
   *
   * @param endpointName name of the endpoint
   * @param variantName name of the variant
   * @param alarm an `AlarmKind`, or `unhealthy` for the composite alarm
   */
  public abstract nameOf(endpointName: string, variantName: string, alarm: string): string | undefined;
}

class Generated extends AlarmNaming {
  public nameOf(): undefined {
    return undefined;
  }
}

class Prefixed extends AlarmNaming {
  constructor(private readonly prefix: string) {
    super();
  }

  public nameOf(endpointName: string, variantName: string, alarm: string): string {
    return `${this.prefix}${endpointName}-${variantName}-${alarm}`;
  }
}
