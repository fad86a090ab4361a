import { Anchor, Text } from '@mantine/core';
import type { LinkProps } from 'react-router-dom';
import { Link } from 'react-router-dom';
import styles from './link-list.module.css';

type Entry = {
  label: string;
  to: LinkProps['to'];
  state?: unknown;
  /** Text before the link, such as whom it is for. */
  lead?: string;
};

type Props = {
  label: string;
  links: readonly Entry[];
  /** Vertical, or horizontal when there is room. */
  direction?: 'column' | 'row';
};

/** A list of links with touch-sized targets. */
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
