import { ApiError } from '../../../lib/api-error.ts';

type Versioned = { version: number };

const REFUSALS: ReadonlySet<string | null> = new Set(['ContestChangedMeanwhile', 'PriceDescriptionChangedMeanwhile']);
/** Somebody may change other fields again and again. */
const ATTEMPTS = 5;

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Whether two states of a thing agree in the fields named. */
export const agreeIn = <Thing>({ fields, left, right }: { fields: readonly (keyof Thing)[]; left: Thing; right: Thing }): boolean =>
  fields.every((field) => isSame(left[field], right[field]));

type Input<Thing extends Versioned> = {
  /** The thing as its writer saw it. */
  seen: Thing;
  wish: { [Field in keyof Thing]?: Thing[Field] | undefined };
  /** Writes on the strength of a version. */
  send: (version: number) => Promise<Thing>;
  /** The thing as the server has it now. */
  readNow: () => Promise<Thing>;
};

/**
 * Writes a wish on the strength of what its writer saw. Where the server has a newer state, it counts only if the very fields of the wish
 * are no longer as the writer saw them; one that is as wished already needs no writing.
 * @throws ApiError with the code of the refusal, when somebody else changed these fields
 */
export const sendSeen = async <Thing extends Versioned>({ seen, wish, send, readNow }: Input<Thing>): Promise<Thing> => {
  const fields = Object.keys(wish) as (keyof Thing)[];
  let base = seen;
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(base.version);
    } catch (error) {
      if (!(error instanceof ApiError && REFUSALS.has(error.code)) || tries === ATTEMPTS) throw error;
      base = await readNow();
      if (agreeIn({ fields, left: base, right: { ...base, ...wish } })) return base;
      if (!agreeIn({ fields, left: base, right: seen })) throw error;
    }
  }
};
