import { Container } from '@mantine/core';
import { footerLinks, site, supportLinks } from '../../config/navigation.ts';
import { NavLinks } from './nav-links.tsx';
import styles from './site-footer.module.css';

const classNames = { list: styles.links, link: styles.link };

export const SiteFooter = () => (
  <footer className={styles.footer}>
    <Container size="lg" className={styles.columns}>
      <NavLinks label="フッターメニュー" entries={footerLinks} classNames={classNames} />
      <NavLinks label="サポート" entries={supportLinks} classNames={classNames} />
      <p className={styles.copyright}>{site.copyright}</p>
    </Container>
  </footer>
);
