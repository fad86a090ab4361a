import type { ComponentProps, MouseEvent } from 'react';

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean };

/**
 * The root element of every button. A loading button ignores clicks but is not disabled, because a disabled button loses the keyboard
 * focus.
 */
export const ButtonRoot = ({ type = 'button', disabled, onClick, ...props }: Props) => {
  const isAtWork = props['data-loading'] === true;
  const isOff = isAtWork ? props['data-disabled'] === true : disabled;

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Neither run the click handler nor submit the form.
    if (isAtWork) return event.preventDefault();
    onClick?.(event);
  };
  return <button {...props} type={type} disabled={isOff} aria-disabled={isAtWork || undefined} onClick={press} />;
};
