import type { ReactNode } from 'react';
import styles from './collapsible.module.css';

type Props = { title: string; isOpen?: boolean; children: ReactNode };

/** Further information that most customers do not need; the title opens it. */
export const Collapsible = ({ title, isOpen = false, children }: Props) => (
  <details className={styles.panel} open={isOpen}>
    <summary>{title}</summary>
    <div className={styles.content}>{children}</div>
  </details>
);
