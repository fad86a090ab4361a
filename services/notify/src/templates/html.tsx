/** @jsxRuntime automatic */
import { Fragment } from 'react';
import { render } from 'react-email';
import type { ContentBlock, MailContent } from '../mails/content.ts';
import type { Shop } from '../mails/mail.ts';
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
import { MailPage } from './mail-page.tsx';

const Block = ({ block }: { block: ContentBlock }) => {
  switch (block.kind) {
    case 'paragraph':
      return <ParagraphBlock {...block} />;
    case 'code':
      return <CodeBlock {...block} />;
    case 'facts':
      return <FactsBlock heading={block.heading}>{all(block.facts, FactRow)}</FactsBlock>;
    case 'videos':
      return (
        <VideosBlock heading={block.heading}>
          {block.videos.map(({ title, facts, price }, index) => (
            <VideoRow key={String(index)} title={title} facts={all(facts, VideoFact)} price={price && <VideoPrice {...price} />} />
          ))}
          {block.total && <TotalRow {...block.total} />}
        </VideosBlock>
      );
    case 'link':
      return <LinkBlock {...block} />;
    case 'links':
      return <LinksBlock heading={block.heading}>{all(block.links, LinkItem)}</LinksBlock>;
    case 'notes':
      return (
        <NotesBlock heading={block.heading}>
          {all(
            block.notes.map((note) => ({ note })),
            NoteItem,
          )}
        </NotesBlock>
      );
  }
};

const all = <Props extends object>(items: readonly Props[], Item: (props: Props) => React.JSX.Element) =>
  items.map((item, index) => (
    <Fragment key={String(index)}>
      <Item {...item} />
    </Fragment>
  ));

/** A mail's content as an HTML page. */
export const mailHtml = ({ subject, content, shop }: { subject: string; content: MailContent; shop: Shop }): Promise<string> =>
  render(
    <MailPage subject={subject} preview={content.preview} heading={content.heading} footer={footer(shop)}>
      {content.blocks.map((block, index) => (
        <Block key={String(index)} block={block} />
      ))}
    </MailPage>,
  );
