import { Container, Text } from '@mantine/core';
import { footerLinks, site } from '../../config/navigation.ts';
import { NavLinks } from './nav-links.tsx';
import styles from './site-footer.module.css';

export const SiteFooter = () => (
  <footer className={styles.footer}>
    <Container size="lg" className={styles.row}>
      <NavLinks label="フッターメニュー" entries={footerLinks} linkClassName={styles.entry} />
      <Text size="sm" c="dimmed">
        {site.copyright}
      </Text>
    </Container>
  </footer>
);
