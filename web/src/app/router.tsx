import { createBrowserRouter } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { adminRoutes } from './admin-routes.tsx';
import { CustomerLayout } from './layouts/customer-layout.tsx';
import { PageLoading } from './page-loading.tsx';
import { RouteError } from './route-error.tsx';
import { HomePage } from './routes/home.tsx';
import { NotFoundPage } from './routes/not-found.tsx';

/** Customer pages stand in one layout; each but the first is a chunk of its own. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    HydrateFallback: PageLoading,
    children: [
      ...adminRoutes,
      {
        Component: CustomerLayout,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              { path: paths.home.path, Component: HomePage },
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
  },
]);
