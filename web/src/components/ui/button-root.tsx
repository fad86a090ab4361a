import type { ComponentProps, MouseEvent } from 'react';

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean };

/**
 * The element of every button. One that is at work is deaf but not disabled: a disabled one would lose the focus,
 * and whoever has a keyboard alone would be nowhere when the work is done.
 */
export const ButtonRoot = ({ type = 'button', disabled, onClick, ...props }: Props) => {
  const isAtWork = props['data-loading'] === true;
  const isOff = isAtWork ? props['data-disabled'] === true : disabled;

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Neither its own work nor the form it would send.
    if (isAtWork) return event.preventDefault();
    onClick?.(event);
  };
  return <button {...props} type={type} disabled={isOff} aria-disabled={isAtWork || undefined} onClick={press} />;
};
