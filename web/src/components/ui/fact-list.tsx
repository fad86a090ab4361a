import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** A list of names and values, optionally with lines between the rows. */
export const FactList = ({ isLined = false, children }: { isLined?: boolean; children: ReactNode }) => (
  <dl className={isLined ? `${styles.facts} ${styles.lined}` : styles.facts}>{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A value that is a link. */
export const FactLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Anchor href={href} className={styles.link}>
    {children}
  </Anchor>
);
