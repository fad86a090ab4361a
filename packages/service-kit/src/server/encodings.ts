/** Content encodings in the order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const qualityOf = (parameters: string[]): number => {
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find((text) => text !== undefined);
  return quality === undefined ? 1 : Number(quality);
};

const negotiate = (accept: string): Encoding | undefined => {
  const qualities = new Map(
    accept.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';');
      return [name.trim().toLowerCase(), qualityOf(parameters)];
    }),
  );
  return ENCODINGS.find((encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0);
};

/** Nearly all clients send one of a few headers. */
const MAX_KNOWN = 100;
const known = new Map<string, Encoding | undefined>();

/** The preferred encoding that an `Accept-Encoding` header allows; undefined for no encoding. */
export const negotiateEncoding = (accept: string | undefined): Encoding | undefined => {
  if (!accept) return undefined;
  if (known.has(accept)) return known.get(accept);
  const encoding = negotiate(accept);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(accept, encoding);
  return encoding;
};
