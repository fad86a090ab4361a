import { RouterProvider } from 'react-router-dom';
import { AppProvider } from './provider.tsx';
import { router } from './router.tsx';

export const App = () => (
  <AppProvider>
    <RouterProvider router={router} />
  </AppProvider>
);
