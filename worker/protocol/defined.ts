/** The fields of `Fields` that may be undefined become optional ones, which are never undefined; entries of a record lose it. */
export type Defined<Fields extends object> = string extends keyof Fields
  ? { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
  : {
      [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
    } & {
      [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
    };

/** Returns the fields that have a value: an absent field and an undefined one differ in stored and sent records. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
