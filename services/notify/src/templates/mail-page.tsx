/** @jsxRuntime automatic */
import { Body, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email';
import type { MailContent } from '../mails/content.ts';
import type { Shop } from '../mails/mail.ts';
import { footer } from '../mails/texts.ts';
import { Block } from './blocks.tsx';
import { CONTAINER_WIDTH, colour, fontFamily, styleSheet } from './theme.ts';

const Footer = ({ shop }: { shop: Shop }) => {
  const { sentBy, contact, shop: home } = footer(shop);
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

type PageProps = { subject: string; content: MailContent; shop: Shop };

/** The layout of every mail: without images, at most 600 px wide, with a light and a dark scheme. */
export const MailPage = ({ subject, content, shop }: PageProps) => (
  <Html lang="ja" dir="ltr">
    <Head>
      <title>{subject}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
      <style>{styleSheet}</style>
    </Head>
    <Preview>{content.preview}</Preview>
    <Body lang="ja" style={{ margin: 0, padding: 0, fontFamily }}>
      <Preview>{content.preview}</Preview>
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
              {content.heading}
            </Heading>
            {content.blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, the order never changes
              <Block key={index} block={block} />
            ))}
          </Section>
          <Footer shop={shop} />
        </Container>
      </Section>
    </Body>
  </Html>
);
