import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './detail-section.module.css';

/** A section of an order's details, with its heading. */
export const DetailSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Title order={3} id={headingId}>
          {title}
        </Title>
      </div>
      {children}
    </section>
  );
};
