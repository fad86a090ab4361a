/** A piece of HTML with gaps, made once and filled for each mail. A `text` gap is filled with text, which is escaped, an `html` gap with HTML. */
export type Part = { html: readonly string[]; gaps: readonly { name: string; kind: 'text' | 'html' }[] };

// Private-use characters mark a gap while its part is made.
const MARK = /\ue000(text|html):([^\ue001]*)\ue001/;
export const textGap = (name: string): string => `\ue000text:${name}\ue001`;
export const htmlGap = (name: string): string => `\ue000html:${name}\ue001`;

/** Cuts HTML at its gaps. */
export const partOf = (html: string): Part => {
  const pieces = html.split(new RegExp(MARK, 'g'));
  const gaps = pieces.flatMap((kind, index) =>
    index % 3 === 1 ? [{ kind: kind === 'html' ? ('html' as const) : ('text' as const), name: pieces[index + 1] ?? '' }] : [],
  );
  return { html: pieces.filter((_, index) => index % 3 === 0), gaps };
};

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
/** As React escapes texts and attributes. */
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character);

/** The part as HTML with these values. Throws if a value is missing. */
export const fill = ({ html, gaps }: Part, values: Readonly<Record<string, string>>): string => {
  let filled = html[0] ?? '';
  for (const [index, { name, kind }] of gaps.entries()) {
    const value = values[name];
    if (value === undefined) throw new Error(`A mail has no value for ${name}`);
    filled += (kind === 'html' ? value : escapeText(value)) + (html[index + 1] ?? '');
  }
  return filled;
};
