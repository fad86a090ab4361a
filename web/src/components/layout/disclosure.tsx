import { useClickOutside } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';

type ButtonProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick: () => void;
};
type Props = {
  className?: string | undefined;
  panelClassName: string | undefined;
  button: (props: ButtonProps) => ReactNode;
  /** Links call `close`, because the header stays mounted when a link is followed. */
  children: (close: () => void, isOpen: boolean) => ReactNode;
  onOpen?: () => void;
};

/**
 * A button of the header and the panel below it. Escape, a click elsewhere and the focus elsewhere close the panel. It consists of links and not of
 * menu items: https://www.w3.org/WAI/ARIA/apg/patterns/disclosure/examples/disclosure-navigation/
 */
export const Disclosure = ({ className, panelClassName, button, children, onOpen }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const place = useClickOutside<HTMLDivElement>(close);

  const press = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    toggle.current?.focus();
  };
  const closeWhenLeft = (event: FocusEvent<HTMLDivElement>) => {
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the focus are those of the button and the links inside
    <div ref={place} className={className} onKeyDown={closeByKey} onBlur={closeWhenLeft}>
      {button({ ref: toggle, 'aria-expanded': isOpen, 'aria-controls': panelId, onClick: press })}
      <div id={panelId} className={panelClassName} data-open={isOpen || undefined}>
        {children(close, isOpen)}
      </div>
    </div>
  );
};
