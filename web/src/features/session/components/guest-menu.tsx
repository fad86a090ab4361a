import { Button, Menu } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { guestMenu } from '../../../config/navigation.ts';
import styles from './menu.module.css';

/** The guest's menu on a narrow screen. */
export const GuestMenu = () => (
  <Menu position="bottom-end" offset={12} shadow="md" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
    <Menu.Target>
      <Button variant="default" size="sm" w={44} h={44} className={styles.guest} aria-label="会員メニュー">
        <IconUserCircle size={24} aria-hidden />
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {guestMenu.map(({ label, to }) => (
        <Menu.Item key={to} component={Link} to={to} mih={44}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
