/** Characters that end a line or cannot be encoded: control characters, line separators and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** Reduces a text to one line, because a saved name must not add a header or a line to a mail. */
const singleLine = (text: string): string => text.replace(UNSAFE, ' ').trim();

const encode = (text: string): string => encodeURIComponent(singleLine(text));

export type MailDraft = { to: string; subject: string; lines: readonly string[] };

/** A `mailto:` address that opens a mail draft (RFC 6068: lines end in CRLF). */
export const mailtoHref = ({ to, subject, lines }: MailDraft): string => {
  const address = encode(to).replaceAll('%40', '@');
  return `mailto:${address}?subject=${encode(subject)}&body=${lines.map(encode).join('%0D%0A')}`;
};

/** The same draft as text to copy. */
export const mailText = ({ lines }: MailDraft): string => lines.map(singleLine).join('\n');

/** The sender's domain, for a carrier's allowlist: the part after the last @. */
export const mailDomainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
