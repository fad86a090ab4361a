import type { SwitchProps } from '@mantine/core';
import { Switch } from '@mantine/core';
import styles from './touch-switch.module.css';

/** A switch, pressed as easily as a button. */
export const TouchSwitch = (props: SwitchProps) => <Switch size="md" classNames={styles} {...props} />;
