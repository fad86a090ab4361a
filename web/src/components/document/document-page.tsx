import { Container, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PageTitle } from '../ui/page-title.tsx';
import styles from './document-page.module.css';

/** `id` is the section's fragment identifier. */
export type DocumentSection = { id: string; heading: string; body: ReactNode };

type Props = {
  title: string;
  lead: ReactNode;
  /** `2026年11月21日` */
  revisedOn: string;
  sections: readonly DocumentSection[];
};

/** The router scrolls to the section; focus it too, so that reading and the Tab key continue from there. */
const focusSection = (id: string): void => document.getElementById(id)?.focus({ preventScroll: true });

/** A long text with a table of contents and a fragment identifier per section. */
export const DocumentPage = ({ title, lead, revisedOn, sections }: Props) => (
  <Container component="article" size="sm" pt={{ base: 'md', sm: 'xl' }}>
    <PageTitle documentTitle={title}>{title}</PageTitle>
    <Text className={styles.lead}>{lead}</Text>
    <nav aria-label="目次" className={`${styles.contents} screen-only`}>
      <Text component="p" fw={700} size="sm" m={0}>
        目次
      </Text>
      <ol className={styles.entries}>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <Link to={`#${id}`} className={styles.entry} onClick={() => focusSection(id)}>
              {heading}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
    {sections.map(({ id, heading, body }) => (
      <section key={id} aria-labelledby={id} className={styles.section}>
        <Title order={2} id={id} tabIndex={-1} className={styles.heading}>
          {heading}
        </Title>
        <div className={styles.prose}>{body}</div>
      </section>
    ))}
    <Text size="sm" c="dimmed" mt="xl" ta="right">
      最終改定日：{revisedOn}
    </Text>
  </Container>
);
