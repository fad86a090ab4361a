import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import styles from './athlete-table.module.css';

type Props = { label: string; checked: boolean; indeterminate?: boolean; disabled: boolean; onChange: (isPicked: boolean) => void };

/** A box to pick a row, or all of them, in a target as large as a finger. */
export const PickBox = ({ label, onChange, ...box }: Props) => {
  const id = useId();
  return (
    <label className={styles.pick} htmlFor={id}>
      <Checkbox id={id} aria-label={label} size="sm" onChange={(event) => onChange(event.currentTarget.checked)} {...box} />
    </label>
  );
};
