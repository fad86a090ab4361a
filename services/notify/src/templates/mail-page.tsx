/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { Body, Container, Head, Heading, Html, Link, Section, Text } from 'react-email';
import type { footer } from '../mails/texts.ts';
import { CONTAINER_WIDTH, colour, fontFamily, styleSheet } from './theme.ts';

type FooterTexts = ReturnType<typeof footer>;

const Footer = ({ sentBy, contact, shop: home }: FooterTexts) => {
  const text = { margin: '0 0 8px', fontSize: '13px', lineHeight: '1.7', color: colour.muted };
  const link = { color: colour.muted, textDecoration: 'underline' };
  return (
    <Section tdClassName="m-edge" style={{ padding: '20px 32px 8px' }}>
      <Text className="m-muted" style={text}>
        {sentBy}
      </Text>
      <Text className="m-muted" style={text}>
        <Link className="m-muted" href={contact.url} style={link}>
          {contact.label}
        </Link>
        <span aria-hidden="true">　｜　</span>
        <Link className="m-muted" href={home.url} style={link}>
          {home.label}
        </Link>
      </Text>
    </Section>
  );
};

/** Enough for the line of a mailbox. */
const PREVIEW_LENGTH = 200;
/** One invisible space. */
const PREVIEW_PADDING = '\u00a0\u200c\u200b\u200d\ufeff';

/**
 * Not shown: a mailbox shows it next to the subject. The padding keeps the text below out of that line. The `Preview` of react-email also adds a second
 * title.
 */
const PreviewLine = ({ children }: { children: string }) => {
  const text = children.slice(0, PREVIEW_LENGTH);
  return (
    <div style={{ display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 }}>
      {text}
      <div>{PREVIEW_PADDING.repeat(PREVIEW_LENGTH - text.length)}</div>
    </div>
  );
};

type PageProps = { subject: string; preview: string; heading: string; footer: FooterTexts; children: ReactNode };

/** The layout of every mail: without images, at most 600 px wide, with a light and a dark scheme. */
export const MailPage = ({ subject, preview, heading, footer, children }: PageProps) => (
  <Html lang="ja" dir="ltr">
    <Head>
      <title>{subject}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
      <style>{styleSheet}</style>
    </Head>
    <Body lang="ja" style={{ margin: 0, padding: 0, fontFamily }}>
      <PreviewLine>{preview}</PreviewLine>
      <Section className="m-page" tdClassName="m-gap" style={{ padding: '24px 12px', backgroundColor: colour.page }}>
        <Container style={{ width: '100%', maxWidth: `${CONTAINER_WIDTH}px`, margin: '0 auto' }}>
          <Section tdClassName="m-edge" style={{ padding: '12px 32px 14px' }}>
            <Text className="m-brand" style={{ margin: 0, fontSize: '20px', fontWeight: 700, lineHeight: '1.4', color: colour.brand }}>
              StageReel
            </Text>
          </Section>
          <Section
            className="m-card"
            tdClassName="m-inside"
            style={{ padding: '32px', borderRadius: '12px', backgroundColor: colour.card, border: `1px solid ${colour.line}` }}
          >
            <Heading as="h1" className="m-text" style={{ margin: '0 0 18px', fontSize: '22px', lineHeight: '1.45', color: colour.text }}>
              {heading}
            </Heading>
            {children}
          </Section>
          <Footer {...footer} />
        </Container>
      </Section>
    </Body>
  </Html>
);
