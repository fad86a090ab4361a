import type { ReactNode } from 'react';
import styles from './stat-list.module.css';

/** Key figures, side by side when there is room. */
export const StatList = ({ children }: { children: ReactNode }) => <dl className={styles.list}>{children}</dl>;

type Props = { name: string; children: ReactNode /** What the figure counts, where its name leaves it open. */; note?: string };

export const Stat = ({ name, children, note }: Props) => (
  <div className={styles.stat}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.figure}>{children}</span>
      {note && <span className={styles.note}>{note}</span>}
    </dd>
  </div>
);
