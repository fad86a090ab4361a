import { Container, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { footerLinks, site } from '../../config/navigation.ts';
import styles from './site-footer.module.css';

export const SiteFooter = () => (
  <footer className={styles.footer}>
    <Container size="lg" className={styles.row}>
      {footerLinks.length > 0 && (
        <nav aria-label="フッターメニュー">
          <Group gap="md">
            {footerLinks.map(({ label, to }) => (
              <Link key={to} to={to} className={styles.entry}>
                {label}
              </Link>
            ))}
          </Group>
        </nav>
      )}
      <Text size="sm" c="dimmed">
        {site.copyright}
      </Text>
    </Container>
  </footer>
);
