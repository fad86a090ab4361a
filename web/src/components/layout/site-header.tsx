import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { site } from '../../config/navigation.ts';
import { BrandMark } from './brand-mark.tsx';
import { HeaderMenu } from './header-menu.tsx';
import styles from './site-header.module.css';

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
