import { Anchor, Text } from '@mantine/core';
import type { LinkProps } from 'react-router-dom';
import { Link } from 'react-router-dom';
import styles from './link-list.module.css';

type Entry = {
  label: string;
  to: LinkProps['to'];
  state?: unknown;
  /** Whom the link is for, before it. */
  lead?: string;
};

/** Ways on from a page, one a line, each as high as a finger. */
export const LinkList = ({ label, links }: { label: string; links: readonly Entry[] }) => (
  <nav aria-label={label}>
    <ul className={styles.list}>
      {links.map(({ label: text, to, state, lead }) => (
        <li key={text} className={styles.entry}>
          {lead && (
            <Text component="span" size="sm" c="dimmed">
              {lead}
            </Text>
          )}
          <Anchor component={Link} to={to} state={state} className={styles.link}>
            {text}
          </Anchor>
        </li>
      ))}
    </ul>
  </nav>
);
