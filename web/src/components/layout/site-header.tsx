import { Container, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { headerMenu, site } from '../../config/navigation.ts';
import { BrandMark } from './brand-mark.tsx';
import { NavLinks } from './nav-links.tsx';
import styles from './site-header.module.css';

export const SiteHeader = ({ userMenu }: { userMenu: ReactNode }) => (
  <header className={styles.header}>
    <Container size="lg" className={styles.bar}>
      <Link to={site.home} className={styles.brand}>
        <BrandMark />
        <span className={styles.name}>{site.name}</span>
        <span className={styles.reading}>{site.reading}</span>
      </Link>
      <Group gap="xs" wrap="nowrap">
        <NavLinks label="メインメニュー" entries={headerMenu} linkClassName={styles.entry} />
        {userMenu}
      </Group>
    </Container>
  </header>
);
