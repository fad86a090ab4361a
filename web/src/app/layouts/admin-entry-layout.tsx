import '../../styles/mantine-back-office.css';
import '../../styles/back-office.css';
import { Outlet } from 'react-router-dom';

/** The layout of the sign-in pages. */
export const AdminEntryLayout = () => (
  <main id="main" data-back-office>
    <Outlet />
  </main>
);
