import { useClickOutside } from '@mantine/hooks';
import { IconMenu2, IconX } from '@tabler/icons-react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { headerMenu } from '../../config/navigation.ts';
import styles from './header-menu.module.css';
import { NavLinks } from './nav-links.tsx';

/** The site's menu: a row of links where there is room, behind a button on a phone. */
export const HeaderMenu = () => {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const menu = useClickOutside<HTMLDivElement>(close);

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
    <div ref={menu} className={styles.menu} onKeyDown={closeByKey} onBlur={closeWhenLeft}>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-label="サイトメニュー"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconX size={24} aria-hidden /> : <IconMenu2 size={24} aria-hidden />}
      </button>
      <div id={listId} className={styles.panel} data-open={isOpen || undefined}>
        <NavLinks label="メインメニュー" entries={headerMenu} classNames={{ list: styles.list, link: styles.link }} onFollow={close} />
      </div>
    </div>
  );
};
