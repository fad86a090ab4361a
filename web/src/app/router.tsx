import { createBrowserRouter } from 'react-router-dom';
import { adminRoutes } from './admin-routes.tsx';
import { customerRoutes } from './customer-routes.tsx';
import { CustomerLayout } from './layouts/customer-layout.tsx';
import { PageLoading } from './page-loading.tsx';
import { RootError, RouteError } from './route-error.tsx';

/** The back office has a layout of its own; all customer pages share one. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: RootError,
    HydrateFallback: PageLoading,
    children: [
      ...adminRoutes,
      {
        Component: CustomerLayout,
        children: [
          {
            ErrorBoundary: RouteError,
            children: customerRoutes,
          },
        ],
      },
    ],
  },
]);
