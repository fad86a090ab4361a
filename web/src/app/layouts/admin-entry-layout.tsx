import '../../styles/mantine-back-office.css';
import '../../styles/back-office.css';
import { Outlet } from 'react-router-dom';

/** The layout of the sign-in pages. Toasts appear at the bottom, because the card is at the top. */
export const AdminEntryLayout = () => (
  <main id="main" data-toasts="bottom" data-back-office>
    <Outlet />
  </main>
);
