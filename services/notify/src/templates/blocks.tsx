/** @jsxRuntime automatic */
import { type CSSProperties, Fragment } from 'react';
import { Button, Heading, Link, Section, Text } from 'react-email';
import type { ContentBlock, Fact, ListedVideo } from '../mails/content.ts';
import { codeFamily, colour } from './theme.ts';

type BlockOf<Kind extends ContentBlock['kind']> = Extract<ContentBlock, { kind: Kind }>;

const paragraph: CSSProperties = { margin: '0 0 16px', fontSize: '16px', lineHeight: '1.75', color: colour.text, overflowWrap: 'anywhere' };
const small: CSSProperties = { ...paragraph, fontSize: '14px', lineHeight: '1.7', margin: '0 0 6px' };
const cell: CSSProperties = { padding: '3px 0', fontSize: '15px', lineHeight: '1.6', verticalAlign: 'top', overflowWrap: 'anywhere' };

const SectionHeading = ({ children }: { children: string }) => (
  <Heading as="h2" className="m-text" style={{ margin: '28px 0 10px', fontSize: '17px', lineHeight: '1.5', color: colour.text }}>
    {children}
  </Heading>
);

const FactTable = ({ facts }: { facts: readonly Fact[] }) => (
  <table cellPadding="0" cellSpacing="0" style={{ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' }}>
    <tbody>
      {facts.map(({ label, value }) => (
        <tr key={label}>
          <th
            scope="row"
            className="m-muted"
            style={{ ...cell, width: '128px', paddingRight: '12px', textAlign: 'left', fontWeight: 400, color: colour.muted }}
          >
            {label}
          </th>
          <td className="m-text" style={{ ...cell, color: colour.text }}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const ParagraphBlock = ({ text }: BlockOf<'paragraph'>) => (
  <Text className="m-text" style={paragraph}>
    {text}
  </Text>
);

const CodeBlock = ({ label, code }: BlockOf<'code'>) => (
  <Section className="m-tint" style={{ margin: '4px 0 20px', padding: '20px 12px', borderRadius: '10px', backgroundColor: colour.tint }}>
    <Text className="m-muted" style={{ margin: '0 0 4px', fontSize: '14px', lineHeight: '1.6', textAlign: 'center', color: colour.muted }}>
      {label}
    </Text>
    <Text
      className="m-text m-code"
      style={{
        margin: 0,
        fontFamily: codeFamily,
        fontSize: '40px',
        fontWeight: 700,
        lineHeight: '1.3',
        letterSpacing: '10px',
        textIndent: '10px',
        textAlign: 'center',
        whiteSpace: 'nowrap',
        color: colour.text,
      }}
    >
      {code}
    </Text>
  </Section>
);

const FactsBlock = ({ heading, facts }: BlockOf<'facts'>) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    <FactTable facts={facts} />
  </Section>
);

const videoCell: CSSProperties = { padding: '14px 0', borderTop: `1px solid ${colour.line}`, verticalAlign: 'top' };

// Gmail truncates mails above 102 KB, and a mail can list 50 videos: inherited styles are set once on the table.
const VideoRow = ({ title, facts, price }: ListedVideo) => (
  <tr>
    <td className="m-line" style={videoCell}>
      <strong>{title}</strong>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <br />
          <span className="m-muted" style={{ color: colour.muted }}>
            {label}{' '}
          </span>
          {value}
        </Fragment>
      ))}
    </td>
    {price && (
      <td className="m-line" style={{ ...videoCell, width: '116px', textAlign: 'right', whiteSpace: 'nowrap' }}>
        {price.value}
      </td>
    )}
  </tr>
);

const TotalRow = ({ label, value }: Fact) => (
  <tr style={{ fontWeight: 700 }}>
    <td className="m-line" style={{ ...videoCell, borderTopWidth: '2px' }}>
      {label}
    </td>
    <td className="m-line" style={{ ...videoCell, borderTopWidth: '2px', textAlign: 'right', whiteSpace: 'nowrap' }}>
      {value}
    </td>
  </tr>
);

const VideosBlock = ({ heading, videos, total }: BlockOf<'videos'>) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    <table
      cellPadding="0"
      cellSpacing="0"
      className="m-text"
      style={{ width: '100%', fontSize: '15px', lineHeight: '1.65', color: colour.text, overflowWrap: 'anywhere' }}
    >
      <tbody>
        {videos.map((video, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and two videos may have the same title
          <VideoRow key={index} {...video} />
        ))}
        {total && <TotalRow {...total} />}
      </tbody>
    </table>
  </Section>
);

const LinkBlock = ({ label, url, hint }: BlockOf<'link'>) => (
  <Section style={{ margin: '8px 0 4px' }}>
    <Button
      href={url}
      style={{
        display: 'block',
        padding: '15px 16px',
        borderRadius: '8px',
        backgroundColor: colour.brand,
        color: colour.onBrand,
        fontSize: '17px',
        fontWeight: 700,
        lineHeight: '1.4',
        textAlign: 'center',
        textDecoration: 'none',
      }}
    >
      {label}
    </Button>
    <Text className="m-muted" style={{ ...small, margin: '14px 0 2px', color: colour.muted }}>
      {hint}
    </Text>
    <Link className="m-link" href={url} style={{ ...small, color: colour.brand, textDecoration: 'underline', wordBreak: 'break-all' }}>
      {url}
    </Link>
  </Section>
);

const LinksBlock = ({ heading, links }: BlockOf<'links'>) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    {links.map(({ label, url, note }) => (
      <Text key={url} className="m-text" style={{ ...small, margin: '0 0 10px' }}>
        <Link className="m-link" href={url} style={{ fontSize: '16px', lineHeight: '2', color: colour.brand, textDecoration: 'underline' }}>
          {label}
        </Link>
        <br />
        {note}
      </Text>
    ))}
  </Section>
);

const NotesBlock = ({ heading, notes }: BlockOf<'notes'>) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    <ul style={{ margin: 0, padding: '0 0 0 20px' }}>
      {notes.map((note) => (
        <li key={note} className="m-text" style={small}>
          {note}
        </li>
      ))}
    </ul>
  </Section>
);

/** One block of content as HTML. */
export const Block = ({ block }: { block: ContentBlock }) => {
  switch (block.kind) {
    case 'paragraph':
      return <ParagraphBlock {...block} />;
    case 'code':
      return <CodeBlock {...block} />;
    case 'facts':
      return <FactsBlock {...block} />;
    case 'videos':
      return <VideosBlock {...block} />;
    case 'link':
      return <LinkBlock {...block} />;
    case 'links':
      return <LinksBlock {...block} />;
    case 'notes':
      return <NotesBlock {...block} />;
  }
};
