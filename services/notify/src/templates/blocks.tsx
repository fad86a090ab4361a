/** @jsxRuntime automatic */
import type { CSSProperties, ReactNode } from 'react';
import { Button, Heading, Link, Section, Text } from 'react-email';
import type { Fact, TextLink } from '../mails/content.ts';
import { codeFamily, colour } from './theme.ts';

type WithHeading = { heading: string; children: ReactNode };

const paragraph: CSSProperties = { margin: '0 0 16px', fontSize: '16px', lineHeight: '1.75', color: colour.text, overflowWrap: 'anywhere' };
const small: CSSProperties = { ...paragraph, fontSize: '14px', lineHeight: '1.7', margin: '0 0 6px' };
const cell: CSSProperties = { padding: '3px 0', fontSize: '15px', lineHeight: '1.6', verticalAlign: 'top', overflowWrap: 'anywhere' };

const SectionHeading = ({ children }: { children: string }) => (
  <Heading as="h2" className="m-text" style={{ margin: '28px 0 10px', fontSize: '17px', lineHeight: '1.5', color: colour.text }}>
    {children}
  </Heading>
);

export const FactsBlock = ({ heading, children }: WithHeading) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    <table cellPadding="0" cellSpacing="0" style={{ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' }}>
      <tbody>{children}</tbody>
    </table>
  </Section>
);

export const FactRow = ({ label, value }: Fact) => (
  <tr>
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
);

export const ParagraphBlock = ({ text }: { text: string }) => (
  <Text className="m-text" style={paragraph}>
    {text}
  </Text>
);

export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
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

const videoCell: CSSProperties = { padding: '14px 0', borderTop: `1px solid ${colour.line}`, verticalAlign: 'top' };

// Gmail truncates mails above 102 KB, and a mail can list 50 videos: inherited styles are set once on the table.
export const VideoRow = ({ title, facts, price }: { title: string; facts: ReactNode; price: ReactNode }) => (
  <tr>
    <td className="m-line" style={videoCell}>
      <strong>{title}</strong>
      {facts}
    </td>
    {price}
  </tr>
);

export const VideoFact = ({ label, value }: Fact) => (
  <>
    <br />
    <span className="m-muted" style={{ color: colour.muted }}>
      {label}{' '}
    </span>
    {value}
  </>
);

export const VideoPrice = ({ value }: { value: string }) => (
  <td className="m-line" style={{ ...videoCell, width: '116px', textAlign: 'right', whiteSpace: 'nowrap' }}>
    {value}
  </td>
);

export const TotalRow = ({ label, value }: Fact) => (
  <tr style={{ fontWeight: 700 }}>
    <td className="m-line" style={{ ...videoCell, borderTopWidth: '2px' }}>
      {label}
    </td>
    <td className="m-line" style={{ ...videoCell, borderTopWidth: '2px', textAlign: 'right', whiteSpace: 'nowrap' }}>
      {value}
    </td>
  </tr>
);

export const VideosBlock = ({ heading, children }: WithHeading) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    <table
      cellPadding="0"
      cellSpacing="0"
      className="m-text"
      style={{ width: '100%', fontSize: '15px', lineHeight: '1.65', color: colour.text, overflowWrap: 'anywhere' }}
    >
      <tbody>{children}</tbody>
    </table>
  </Section>
);

export const LinkBlock = ({ label, url, hint }: { label: string; url: string; hint: string }) => (
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

export const LinksBlock = ({ heading, children }: WithHeading) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    {children}
  </Section>
);

export const LinkItem = ({ label, url, note }: TextLink) => (
  <Text className="m-text" style={{ ...small, margin: '0 0 10px' }}>
    <Link className="m-link" href={url} style={{ fontSize: '16px', lineHeight: '2', color: colour.brand, textDecoration: 'underline' }}>
      {label}
    </Link>
    <br />
    {note}
  </Text>
);

export const NotesBlock = ({ heading, children }: WithHeading) => (
  <Section>
    <SectionHeading>{heading}</SectionHeading>
    <ul style={{ margin: 0, padding: '0 0 0 20px' }}>{children}</ul>
  </Section>
);

export const NoteItem = ({ note }: { note: string }) => (
  <li className="m-text" style={small}>
    {note}
  </li>
);
