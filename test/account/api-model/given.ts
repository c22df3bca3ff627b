/** An input or a part of one after it was validated: what the API model requires is there. */
export type Given<Input> = Input extends Uint8Array | Date
  ? Input
  : Input extends readonly (infer Item)[]
    ? Given<Item>[]
    : Input extends object
      ? { [Member in keyof Input]: Given<Exclude<Input[Member], undefined>> }
      : Input;
