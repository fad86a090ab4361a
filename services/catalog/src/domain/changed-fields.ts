type Fields = Record<string, unknown>;

const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** The fields in which two states of a thing differ, with both values; what the audit log keeps. */
export const changedFields = ({ before, after }: { before: Fields; after: Fields }): { before: Fields; after: Fields } => {
  const names = Object.keys(after).filter((name) => plain(before[name]) !== plain(after[name]));
  const pick = (from: Fields): Fields => Object.fromEntries(names.map((name) => [name, plain(from[name])]));
  return { before: pick(before), after: pick(after) };
};
