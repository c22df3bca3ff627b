/**
 * The naming of alarms. For your own names, extend this class.
 *
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, monitoring: { alarmNaming: AlarmNaming.withPrefix('prod-') } });
 */
export abstract class AlarmNaming {
  /**
   * Names that are generated from the name of the stack and the construct path. The names are unique, and CloudFormation can replace the
   * alarms.
   */
  public static generated(): AlarmNaming {
    return new GeneratedNames();
  }

  /**
   * Names of the form `<prefix><endpoint>-<variant>-<alarm>`, such as `prod-bert-AllTraffic-latency`.
   *
   * @param prefix prefix of the names
   */
  public static withPrefix(prefix: string): AlarmNaming {
    return new PrefixedNames(prefix);
  }

  /**
   * Returns the name of an alarm: at most 255 characters, and unique in its account and Region. Undefined for a generated name.
   *
   * @param endpointName name of the endpoint
   * @param variantName name of the variant
   * @param alarm an `AlarmKind`, or `unhealthy` for the composite alarm
   */
  public abstract nameOf(endpointName: string, variantName: string, alarm: string): string | undefined;
}

class GeneratedNames extends AlarmNaming {
  public nameOf(): undefined {
    return undefined;
  }
}

class PrefixedNames extends AlarmNaming {
  constructor(private readonly prefix: string) {
    super();
  }

  public nameOf(endpointName: string, variantName: string, alarm: string): string {
    return `${this.prefix}${endpointName}-${variantName}-${alarm}`;
  }
}
