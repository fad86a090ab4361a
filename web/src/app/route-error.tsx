import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { canReload, isCodeMissing, reload } from '../lib/stale-code.ts';
import { ErrorScreen } from './error-screen.tsx';
import { PageLoading } from './page-loading.tsx';

/**
 * Shown when a route cannot be loaded or rendered. If its code is missing, usually after a release, the page reloads once; the retry button
 * opens the same address again.
 */
export const RouteError = () => {
  const error = useRouteError();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const [openedAt] = useState(Date.now);
  const [isReloading] = useState(() => isCodeMissing(error) && canReload(openedAt));

  useEffect(() => {
    if (isReloading) reload(openedAt);
    else reportError(error);
  }, [error, isReloading, openedAt]);

  const retry = () => {
    // A browser may cache a failed import, so only a reload requests the code again.
    if (isCodeMissing(error)) return window.location.reload();
    // A cached response may have caused the error.
    queryClient.removeQueries({ type: 'inactive' });
    void navigate(location, { replace: true, state: location.state });
  };

  return isReloading ? <PageLoading /> : <ErrorScreen onRetry={retry} />;
};

/** The same, when the layout itself cannot be rendered. */
export const RootError = () => (
  <main>
    <RouteError />
  </main>
);
