import { RESOURCE_NAME } from '../../lib/facts/resource-names';
import { isObject } from '../input/shape';
import { NotCarriedOver } from './not-carried-over';

type Child = Fields | Fields[];

/**
 * An object of the description, which remembers which of its fields were read. The fields that nothing has read are listed for the user, so no
 * setting is lost without a message.
 */
export class Fields {
  private readonly readNames = new Set<string>();
  private readonly children = new Map<string, Child>();

  /**
   * @param place the place in the description, such as `DescribeModel triton: PrimaryContainer`
   * @param notes the list to which `list` adds settings
   */
  constructor(
    public readonly place: string,
    private readonly value: Record<string, unknown>,
    private readonly notes: NotCarriedOver[],
  ) {}

  /** The place in a sentence, such as `DescribeModel triton`. */
  public get title(): string {
    return this.place.replace(/:$/, '');
  }

  /** The value of a field; undefined if the field is absent or null. */
  public read(name: string): unknown {
    this.readNames.add(name);
    return this.value[name] ?? undefined;
  }

  /** @throws if the field has a different type */
  public text(name: string): string | undefined {
    return this.typed(name, 'string', 'text') as string | undefined;
  }

  /** @throws if the field is absent or has a different type */
  public requiredText(name: string): string {
    return this.text(name) ?? this.fail(name, 'text');
  }

  /** @throws if the field is not a name of a resource of SageMaker, which is safe in commands and pages */
  public requiredName(name: string): string {
    const value = this.requiredText(name);
    return RESOURCE_NAME.test(value) ? value : this.fail(name, 'a name: letters, digits and hyphens');
  }

  /** @throws if the field has a different type */
  public number(name: string): number | undefined {
    return this.typed(name, 'number', 'a number') as number | undefined;
  }

  /** @throws if the field has a different type */
  public flag(name: string): boolean | undefined {
    return this.typed(name, 'boolean', 'true or false') as boolean | undefined;
  }

  /** @throws if the field is not a list of texts */
  public texts(name: string): string[] {
    const value = this.read(name) ?? [];
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value as string[];
    return this.fail(name, 'a list of texts');
  }

  /**
   * An object inside this object; undefined if it is absent or empty.
   *
   * @throws if the field is not an object
   */
  public object(name: string): Fields | undefined {
    const value = this.value[name] ?? {};
    if (!isObject(value)) return this.fail(name, 'an object');
    if (Object.keys(value).length === 0) return undefined;
    const child = (this.children.get(name) as Fields | undefined) ?? new Fields(this.inner(name), value, this.notes);
    this.children.set(name, child);
    return child;
  }

  /** @throws if the field is not a list of objects */
  public objects(name: string): Fields[] {
    const values = this.value[name] ?? [];
    if (!Array.isArray(values) || !values.every(isObject)) return this.fail(name, 'a list of objects');
    const existing = this.children.get(name) as Fields[] | undefined;
    const children =
      existing ?? values.map((value, index) => new Fields(`${this.inner(name)}[${index}]`, value, this.notes));
    this.children.set(name, children);
    return children;
  }

  public has(name: string): boolean {
    return !isEmpty(this.value[name]);
  }

  /** The names of the fields, for objects whose names are values, such as the variables of a container. */
  public get names(): string[] {
    return Object.keys(this.value);
  }

  /** Marks fields as read that are no settings: states, times, and names that the app replaces. */
  public ignore(...names: string[]): void {
    for (const name of names) this.readNames.add(name);
  }

  /** Adds a field to the list of settings that the app does not reproduce, if the field exists. */
  public list(name: string, why: string, advice: string, shownValue = this.value[name]): void {
    this.readNames.add(name);
    if (this.has(name)) this.notes.push({ setting: this.inner(name), value: shownValue, why, advice });
  }

  /** A value of a list that the command knows. Any other value is added to the list of settings that the app does not reproduce. */
  public choice<T extends string>(name: string, known: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined || known.includes(value as T)) return value as T | undefined;
    this.list(name, `the command knows only ${known.join(', ')}`, 'check what the value means for the app');
    return undefined;
  }

  /** Whether a field has the same value in another object. */
  public hasCopy(other: Fields, name: string): boolean {
    return JSON.stringify(this.value[name]) === JSON.stringify(other.value[name]);
  }

  /** Marks fields as read that repeat fields of another object. A field with a different value is not marked. */
  public ignoreCopies(other: Fields, ...names: string[]): void {
    for (const name of names) if (this.hasCopy(other, name)) this.readNames.add(name);
  }

  /** Marks a field as read if it has a value that is the default of the service; otherwise the field is listed. */
  public expect(name: string, ...defaults: unknown[]): void {
    if (defaults.some((each) => JSON.stringify(each) === JSON.stringify(this.value[name]))) this.readNames.add(name);
  }

  /** Adds all fields that nothing has read to the list. */
  public listUnread(): void {
    for (const [name, value] of Object.entries(this.value)) {
      const child = this.children.get(name);
      if (this.readNames.has(name)) continue;
      if (child) for (const each of [child].flat()) each.listUnread();
      else if (!isEmpty(value))
        this.notes.push({
          setting: this.inner(name),
          value,
          why: 'the command does not know this setting, or the library has no property for it',
          advice:
            'if you need it, set it with `addPropertyOverride` on `cfnEndpointConfig`, `cfnEndpoint` or the `cfnModels` of a variant',
        });
    }
  }

  /** @throws always: an error about a field */
  public fail(name: string, allowed: string): never {
    const content = JSON.stringify(this.value[name]) ?? 'nothing';
    throw new Error(`${this.inner(name)}: got ${content.slice(0, 100)}; allowed: ${allowed}`);
  }

  private typed(name: string, type: string, allowed: string): unknown {
    const value = this.read(name);
    return value === undefined || typeof value === type ? value : this.fail(name, allowed);
  }

  private inner(name: string): string {
    return this.place.endsWith(':') ? `${this.place} ${name}` : `${this.place}.${name}`;
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
