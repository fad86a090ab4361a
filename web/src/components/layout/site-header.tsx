import { Container } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { headerMenu, site } from '../../config/navigation.ts';
import { BrandMark } from './brand-mark.tsx';
import { Disclosure } from './disclosure.tsx';
import { NavLinks } from './nav-links.tsx';
import styles from './site-header.module.css';

const classNames = { list: styles.list, link: styles.link };

/** The site's menu: a row of links on a wide screen, behind a button on a phone. */
const HeaderMenu = () => (
  <Disclosure
    className={styles.menu}
    panelClassName={styles.panel}
    button={(props) => (
      <button {...props} type="button" className={styles.toggle} aria-label="サイトメニュー">
        {props['aria-expanded'] ? <IconX size={24} aria-hidden /> : <IconMenu2 size={24} aria-hidden />}
      </button>
    )}
  >
    {(close) => <NavLinks label="メインメニュー" entries={headerMenu} classNames={classNames} onFollow={close} />}
  </Disclosure>
);

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
