import { ApiError } from './api-error.ts';

type Versioned = { version: number };

const CONFLICTS: ReadonlySet<string | null> = new Set(['ContestChangedMeanwhile', 'PriceDescriptionChangedMeanwhile']);
/** Other people may keep changing other fields. */
const ATTEMPTS = 5;

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Whether two states agree in the named fields. */
export const agreeIn = <Thing>({ fields, left, right }: { fields: readonly (keyof Thing)[]; left: Thing; right: Thing }): boolean =>
  fields.every((field) => isSame(left[field], right[field]));

type Input<Thing extends Versioned> = {
  /** The state when editing began. */
  seen: Thing;
  change: { [Field in keyof Thing]?: Thing[Field] | undefined };
  /** Saves the change, provided that the server still has this version. */
  save: (version: number) => Promise<Thing>;
  /** The state that the server has now. */
  readCurrent: () => Promise<Thing>;
};

/**
 * Saves a change with optimistic concurrency, field by field: after a version conflict it retries on the newer state, unless one of the
 * changed fields was also changed by somebody else. A change that the server already has is not sent again.
 * @throws ApiError with the code of the conflict, when somebody else changed the same fields
 */
export const saveWithVersion = async <Thing extends Versioned>({ seen, change, save, readCurrent }: Input<Thing>): Promise<Thing> => {
  const fields = Object.keys(change) as (keyof Thing)[];
  let base = seen;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await save(base.version);
    } catch (error) {
      if (!(error instanceof ApiError && CONFLICTS.has(error.code)) || attempt === ATTEMPTS) throw error;
      base = await readCurrent();
      if (agreeIn({ fields, left: base, right: { ...base, ...change } })) return base;
      if (!agreeIn({ fields, left: base, right: seen })) throw error;
    }
  }
};
