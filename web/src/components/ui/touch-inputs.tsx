import { Checkbox, type CheckboxProps, Switch, type SwitchProps } from '@mantine/core';
import checkboxStyles from './touch-checkbox.module.css';
import switchStyles from './touch-switch.module.css';

/** A checkbox whose label is a touch target of 44 pixels. */
export const TouchCheckbox = (props: CheckboxProps) => <Checkbox size="md" classNames={checkboxStyles} {...props} />;

/** A switch that is a touch target of 44 pixels. */
export const TouchSwitch = (props: SwitchProps) => <Switch size="md" classNames={switchStyles} {...props} />;
