/**
 * Checks data from the browser's storage. The functions here have the names and the meaning that they have in zod, which is 26 kB: a fifth of
 * what the order form loads first.
 */

/** Null when the value has another shape. */
type Read<T> = (value: unknown) => { data: T } | null;

export type Shape<T> = {
  read: Read<T>;
  /** `data` is missing when the value has another shape. Unknown fields are dropped. */
  safeParse: (value: unknown) => { data?: T };
  nullable: () => Shape<T | null>;
  optional: () => Shape<T | undefined>;
  nullish: () => Shape<T | null | undefined>;
  default: (value: T) => Shape<T>;
  transform: <Out>(change: (data: T) => Out) => Shape<Out>;
  /** Has no effect; explains the field to readers. */
  describe: (text: string) => Shape<T>;
};
export type SizedShape<T> = Shape<T> & { min: (length: number) => Shape<T> };
export type TextShape = SizedShape<string> & { startsWith: (start: string) => Shape<string> };

const shape = <T>(read: Read<T>): Shape<T> => ({
  read,
  safeParse: (value) => read(value) ?? {},
  nullable: () => shape<T | null>((value) => (value === null ? { data: null } : read(value))),
  optional: () => shape<T | undefined>((value) => (value === undefined ? { data: undefined } : read(value))),
  nullish: () => shape<T | null | undefined>((value) => (value === undefined || value === null ? { data: value } : read(value))),
  transform: (change) =>
    shape((value) => {
      const result = read(value);
      return result && { data: change(result.data) };
    }),
  describe: () => shape(read),
  default: (data) => shape((value) => (value === undefined ? { data } : read(value))),
});

const sized = <T extends { length: number }>(read: Read<T>): SizedShape<T> => ({
  ...shape(read),
  min: (length) =>
    shape((value) => {
      const result = read(value);
      return result && result.data.length >= length ? result : null;
    }),
});

const readText: Read<string> = (value) => (typeof value === 'string' ? { data: value } : null);
export const string = (): TextShape => ({
  ...sized(readText),
  startsWith: (start) => shape((value) => (typeof value === 'string' && value.startsWith(start) ? { data: value } : null)),
});
export const number = (): Shape<number> => shape((value) => (typeof value === 'number' ? { data: value } : null));
export const boolean = (): Shape<boolean> => shape((value) => (typeof value === 'boolean' ? { data: value } : null));
/** A whole number. */
export const int = (): Shape<number> =>
  shape((value) => (typeof value === 'number' && Number.isSafeInteger(value) ? { data: value } : null));

const oneOf = <const T extends string>(values: readonly T[]): Shape<T> =>
  shape((value) => {
    const data = values.find((each) => each === value);
    return data === undefined ? null : { data };
  });

export { oneOf as enum };

export const array = <T>(item: { read: Read<T> }): SizedShape<T[]> =>
  sized((value) => {
    if (!Array.isArray(value)) return null;
    const results = value.flatMap((each) => item.read(each) ?? []);
    return results.length === value.length ? { data: results.map(({ data }) => data) } : null;
  });

type Infer<S> = S extends { read: Read<infer T> } ? T : never;

export type { Infer as infer };

type Fields = Record<string, { read: Read<unknown> }>;
type OptionalName<F extends Fields> = { [Name in keyof F]: undefined extends Infer<F[Name]> ? Name : never }[keyof F];
export type ObjectOf<F extends Fields> = { [Name in Exclude<keyof F, OptionalName<F>>]: Infer<F[Name]> } & {
  [Name in OptionalName<F>]?: Infer<F[Name]>;
};

export const object = <F extends Fields>(fields: F): Shape<ObjectOf<F>> =>
  shape((value) => {
    if (typeof value !== 'object' || value === null) return null;
    const given = value as Record<string, unknown>;
    const results = Object.entries(fields).map(([name, field]) => [name, field.read(given[name])] as const);
    if (results.some(([, result]) => result === null)) return null;
    const entries = results.flatMap(([name, result]) => (result?.data === undefined ? [] : [[name, result.data] as const]));
    return { data: Object.fromEntries(entries) as ObjectOf<F> };
  });
