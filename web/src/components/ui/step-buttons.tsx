import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './step-buttons.module.css';

type Props = {
  onBack: () => void;
  backLabel?: string;
  /** The button that goes on. */
  children: ReactNode;
};

/** The end of a step: the way back beside the way on, or below it where both do not fit. */
export const StepButtons = ({ onBack, backLabel = '戻る', children }: Props) => (
  <div className={styles.buttons}>
    <Button variant="default" onClick={onBack}>
      {backLabel}
    </Button>
    {children}
  </div>
);
