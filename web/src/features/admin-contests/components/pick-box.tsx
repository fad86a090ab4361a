import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import styles from './athlete-table.module.css';

type Props = { label: string; checked: boolean; indeterminate?: boolean; disabled: boolean; onChange: (isPicked: boolean) => void };

/** A checkbox that selects one row or all rows, with a touch-sized target. */
export const PickBox = ({ label, onChange, ...box }: Props) => {
  const id = useId();
  return (
    <label className={styles.pick} htmlFor={id}>
      <Checkbox id={id} aria-label={label} size="sm" onChange={(event) => onChange(event.currentTarget.checked)} {...box} />
    </label>
  );
};
