/** An input after its validation: the members that the API model requires are present. */
export type Validated<Input> = Input extends Uint8Array | Date
  ? Input
  : Input extends readonly (infer Item)[]
    ? Validated<Item>[]
    : Input extends object
      ? { [Member in keyof Input]: Validated<Exclude<Input[Member], undefined>> }
      : Input;
