/** What ends a line or cannot be written in an address: control characters, line separators and halves of surrogate pairs. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** One line, whatever was put in: a saved name must not add a header or a line of its own to a mail. */
const singleLine = (text: string): string => text.replace(UNSAFE, ' ').trim();

const encode = (text: string): string => encodeURIComponent(singleLine(text));

export type MailDraft = { to: string; subject: string; lines: readonly string[] };

/** A `mailto:` address that opens a mail as it is drafted (RFC 6068: lines end in CRLF). */
export const mailtoHref = ({ to, subject, lines }: MailDraft): string => {
  const address = encode(to).replaceAll('%40', '@');
  return `mailto:${address}?subject=${encode(subject)}&body=${lines.map(encode).join('%0D%0A')}`;
};

/** The same mail for whoever writes it by hand. */
export const mailText = ({ lines }: MailDraft): string => lines.map(singleLine).join('\n');

/** What a carrier's list of wanted senders asks for: the part after the last @. */
export const mailDomainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
