import { Outlet } from 'react-router-dom';

/** The layout of the sign-in pages. */
export const AdminEntryLayout = () => (
  <main id="main">
    <Outlet />
  </main>
);
