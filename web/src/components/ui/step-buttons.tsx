import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './step-buttons.module.css';

type Props = {
  onBack: () => void;
  backLabel?: string;
  /** The submit button. */
  children: ReactNode;
};

/** The back and continue buttons at the end of a step. */
export const StepButtons = ({ onBack, backLabel = '戻る', children }: Props) => (
  <div className={styles.buttons}>
    <Button variant="default" onClick={onBack}>
      {backLabel}
    </Button>
    {children}
  </div>
);
