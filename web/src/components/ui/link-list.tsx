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

type Props = {
  label: string;
  links: readonly Entry[];
  /** Below each other, or side by side where there is room. */
  direction?: 'column' | 'row';
};

/** Ways on from a page, each as high as a finger. */
export const LinkList = ({ label, links, direction = 'column' }: Props) => (
  <nav aria-label={label}>
    <ul className={styles.list} data-direction={direction}>
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
