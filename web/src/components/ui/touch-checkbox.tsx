import type { CheckboxProps } from '@mantine/core';
import { Checkbox } from '@mantine/core';
import styles from './touch-checkbox.module.css';

/** A box to tick, by a label as high as a finger. */
export const TouchCheckbox = (props: CheckboxProps) => <Checkbox size="md" classNames={styles} {...props} />;
