import type { ContentBlock, ListedVideo, MailContent } from '../mails/content.ts';
import type { Shop } from '../mails/mail.ts';
import { footer } from '../mails/texts.ts';
import { fill } from './part.ts';
import { parts } from './parts.compiled.tsx';

const DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
/** Enough for the line of a mailbox, as in react-email. */
const PREVIEW_LENGTH = 200;
/** One invisible space. */
const PREVIEW_PADDING = '\u00a0\u200c\u200b\u200d\ufeff';

export const previewOf = (preview: string): { text: string; padding: string } => {
  const text = preview.slice(0, PREVIEW_LENGTH);
  return { text, padding: PREVIEW_PADDING.repeat(PREVIEW_LENGTH - text.length) };
};

const join = <Item>(items: readonly Item[], htmlOf: (item: Item) => string): string => items.map(htmlOf).join('');

const videoHtml = ({ title, facts, price }: ListedVideo): string =>
  fill(parts.video, {
    title,
    facts: join(facts, (fact) => fill(parts.videoFact, fact)),
    price: price ? fill(parts.videoPrice, price) : '',
  });

const blockHtml = (block: ContentBlock): string => {
  switch (block.kind) {
    case 'paragraph':
      return fill(parts.paragraph, block);
    case 'code':
      return fill(parts.code, block);
    case 'facts':
      return fill(parts.facts, { heading: block.heading, rows: join(block.facts, (fact) => fill(parts.fact, fact)) });
    case 'videos': {
      const total = block.total ? fill(parts.total, block.total) : '';
      return fill(parts.videos, { heading: block.heading, rows: join(block.videos, videoHtml) + total });
    }
    case 'link':
      return fill(parts.link, block);
    case 'links':
      return fill(parts.links, { heading: block.heading, items: join(block.links, (link) => fill(parts.linkItem, link)) });
    case 'notes':
      return fill(parts.notes, { heading: block.heading, items: join(block.notes, (note) => fill(parts.note, { note })) });
  }
};

/** A mail's content as an HTML page. */
export const mailHtml = ({ subject, content, shop }: { subject: string; content: MailContent; shop: Shop }): string => {
  const { contact, shop: home } = footer(shop);
  const page = fill(parts.page, {
    subject,
    preview: fill(parts.preview, previewOf(content.preview)),
    heading: content.heading,
    blocks: join(content.blocks, blockHtml),
    contactUrl: contact.url,
    shopUrl: home.url,
  });
  return DOCTYPE + page;
};
