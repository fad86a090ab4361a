/** @jsxRuntime automatic */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { footer } from '../mails/texts.ts';
import {
  CodeBlock,
  FactRow,
  FactsBlock,
  LinkBlock,
  LinkItem,
  LinksBlock,
  NoteItem,
  NotesBlock,
  ParagraphBlock,
  TotalRow,
  VideoFact,
  VideoPrice,
  VideoRow,
  VideosBlock,
} from './blocks.tsx';
import { MailPage, PreviewLine } from './mail-page.tsx';
import { htmlGap, type Part, partOf, textGap } from './part.ts';

// The build runs this file and stores what it exports, so that the service needs no React: see tools/stack/src/build/run-at-build.ts.

const compile = (element: ReactElement): Part => partOf(renderToStaticMarkup(element));

const [heading, label, value, url] = [textGap('heading'), textGap('label'), textGap('value'), textGap('url')];
const fixed = footer({ publicUrl: 'https://shop.example' });

/** The HTML of every part of a mail. */
export const parts = {
  page: compile(
    <MailPage
      subject={textGap('subject')}
      preview={htmlGap('preview')}
      heading={heading}
      blocks={htmlGap('blocks')}
      footer={{
        ...fixed,
        contact: { ...fixed.contact, url: textGap('contactUrl') },
        shop: { ...fixed.shop, url: textGap('shopUrl') },
      }}
    />,
  ),
  preview: compile(<PreviewLine text={textGap('text')} padding={textGap('padding')} />),
  paragraph: compile(<ParagraphBlock text={textGap('text')} />),
  code: compile(<CodeBlock label={label} code={textGap('code')} />),
  facts: compile(<FactsBlock heading={heading}>{htmlGap('rows')}</FactsBlock>),
  fact: compile(<FactRow label={label} value={value} />),
  videos: compile(<VideosBlock heading={heading}>{htmlGap('rows')}</VideosBlock>),
  video: compile(<VideoRow title={textGap('title')} facts={htmlGap('facts')} price={htmlGap('price')} />),
  videoFact: compile(<VideoFact label={label} value={value} />),
  videoPrice: compile(<VideoPrice value={value} />),
  total: compile(<TotalRow label={label} value={value} />),
  link: compile(<LinkBlock label={label} url={url} hint={textGap('hint')} />),
  links: compile(<LinksBlock heading={heading}>{htmlGap('items')}</LinksBlock>),
  linkItem: compile(<LinkItem label={label} url={url} note={textGap('note')} />),
  notes: compile(<NotesBlock heading={heading}>{htmlGap('items')}</NotesBlock>),
  note: compile(<NoteItem note={textGap('note')} />),
};
