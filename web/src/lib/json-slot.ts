/** A schema of zod, or a shape. */
type Schema<T> = { safeParse: (value: unknown) => { data?: T | undefined } };
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Options<T> = { storage: () => TextStorage; key: string; schema: Schema<T> };

/**
 * One JSON value in the browser's storage, validated when it is read: a missing or broken value, or one of an older shape, reads as null.
 * Where the browser forbids storage or the storage is full, the value lives as long as the page.
 */
export const createJsonSlot = <T>({ storage, key, schema }: Options<T>) => {
  let unsaved: string | null = null;

  const readText = (): string | null => {
    if (unsaved !== null) return unsaved;
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };

  return {
    read: (): T | null => {
      try {
        return schema.safeParse(JSON.parse(readText() ?? 'null')).data ?? null;
      } catch {
        return null;
      }
    },
    write: (value: T): void => {
      const text = JSON.stringify(value);
      try {
        storage().setItem(key, text);
        unsaved = null;
      } catch {
        unsaved = text;
      }
    },
    remove: (): void => {
      unsaved = null;
      try {
        storage().removeItem(key);
      } catch {
        // The storage is forbidden, so nothing is stored.
      }
    },
  };
};
export type JsonSlot<T> = ReturnType<typeof createJsonSlot<T>>;
