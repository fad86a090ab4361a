type Fields = Record<string, unknown>;

const toPlain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** The fields of `after` whose value differs from `before`, with both values, as the audit log stores them. */
export const changedFields = ({ before, after }: { before: Fields; after: Fields }): { before: Fields; after: Fields } => {
  const names = Object.keys(after).filter((name) => toPlain(before[name]) !== toPlain(after[name]));
  const pick = (from: Fields): Fields => Object.fromEntries(names.map((name) => [name, toPlain(from[name])]));
  return { before: pick(before), after: pick(after) };
};
