import { Outlet } from 'react-router-dom';

/** The layout of the sign-in pages. Toasts appear at the bottom, because the card is at the top. */
export const AdminEntryLayout = () => (
  <main id="main" data-toasts="bottom">
    <Outlet />
  </main>
);
