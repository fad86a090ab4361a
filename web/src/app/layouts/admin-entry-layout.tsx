import { Outlet } from 'react-router-dom';

/** The bare ground of the sign-in pages. */
export const AdminEntryLayout = () => (
  <main id="main">
    <Outlet />
  </main>
);
