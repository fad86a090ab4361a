import { Container } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { headerMenu, site } from '../../config/navigation.ts';
import { BrandMark } from './brand-mark.tsx';
import { NavLinks } from './nav-links.tsx';
import styles from './site-header.module.css';

/** The site's menu: a row of links on a wide screen, behind a button on a phone. */
const HeaderMenu = () => {
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

export const SiteHeader = ({ userMenu }: { userMenu: ReactNode }) => (
  <header className={styles.header}>
    <Container size="lg" className={styles.bar}>
      <Link to={site.home} className={styles.brand}>
        <BrandMark />
        <span className={styles.name}>{site.name}</span>
        <span className={styles.reading}>{site.reading}</span>
      </Link>
      <HeaderMenu />
      <div className={styles.user}>{userMenu}</div>
    </Container>
  </header>
);
