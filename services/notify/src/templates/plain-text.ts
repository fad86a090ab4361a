import type { ContentBlock, Fact, MailContent } from '../mails/content.ts';
import type { Shop } from '../mails/mail.ts';
import { footer } from '../mails/texts.ts';

/** Control characters, line separators and characters that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** The text as one visible line: line breaks and hidden characters become spaces. */
export const singleLine = (text: string): string => text.replace(UNPRINTABLE, ' ').trim();

const RULE = '----------------------------------------';

const fact = ({ label, value }: Fact): string => `${label}: ${singleLine(value)}`;

const blockLines = (block: ContentBlock): string[] => {
  switch (block.kind) {
    case 'paragraph':
      return [singleLine(block.text)];
    case 'code':
      return [fact({ label: block.label, value: block.code })];
    case 'facts':
      return [`■ ${block.heading}`, ...block.facts.map(fact)];
    case 'videos':
      return [
        `■ ${block.heading}`,
        ...block.videos.flatMap(({ title, facts, price }, index) => [
          ...(index === 0 ? [] : ['']),
          `${index + 1}. ${singleLine(title)}`,
          ...[...facts, ...(price ? [price] : [])].map((each) => `   ${fact(each)}`),
        ]),
        ...(block.total ? ['', fact(block.total)] : []),
      ];
    case 'link':
      return [`${block.label}:`, block.url];
    case 'links':
      return [
        `■ ${block.heading}`,
        ...block.links.flatMap(({ label, url, note }, index) => [...(index === 0 ? [] : ['']), note, `${label}:`, url]),
      ];
    case 'notes':
      return [`■ ${block.heading}`, ...block.notes.map((note) => `・${singleLine(note)}`)];
  }
};

/** A mail's content as plain text. A user's text cannot start a new line. */
export const plainText = ({ content, shop }: { content: MailContent; shop: Shop }): string => {
  const { sentBy, contact, shop: home } = footer(shop);
  const parts = [
    [content.heading],
    ...content.blocks.map(blockLines),
    [RULE, sentBy, `${contact.label}: ${contact.url}`, `${home.label}: ${home.url}`],
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};
