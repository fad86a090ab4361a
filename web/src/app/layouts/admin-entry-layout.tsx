import '../../styles/mantine-back-office.css';
import '../../styles/back-office.css';
import { Outlet } from 'react-router-dom';
import styles from './admin-entry-layout.module.css';

/** The layout of the sign-in pages: one card, with room above it for a toast. */
export const AdminEntryLayout = () => (
  <main id="main" data-toasts="above" data-back-office className={styles.main}>
    <Outlet />
  </main>
);
