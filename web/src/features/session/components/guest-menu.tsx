import { IconUserCircle } from '@tabler/icons-react';
import { Disclosure } from '../../../components/layout/disclosure.tsx';
import { NavLinks } from '../../../components/layout/nav-links.tsx';
import { guestMenu } from '../../../config/navigation.ts';
import styles from './menu.module.css';

const classNames = { list: styles.guestList, link: styles.guestLink };

/** The guest's links: buttons in a row on a wide screen, behind a button on a phone. */
export const GuestMenu = () => (
  <Disclosure
    className={styles.menu}
    panelClassName={`${styles.panel} ${styles.guestPanel}`}
    button={(props) => (
      <button {...props} type="button" className={styles.guestToggle} aria-label="会員メニュー">
        <IconUserCircle size={24} aria-hidden />
      </button>
    )}
  >
    {(close) => <NavLinks label="会員メニュー" entries={guestMenu} classNames={classNames} onFollow={close} />}
  </Disclosure>
);
