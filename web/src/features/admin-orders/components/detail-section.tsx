import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './detail-section.module.css';

/** One subject of an order's details; its heading stands below the dialog's. */
export const DetailSection = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => {
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Title order={3} id={headingId}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  );
};
