import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { ErrorScreen } from './error-screen.tsx';

/** A route that could not be loaded or drawn; trying again opens the same address anew. */
export const RouteError = () => {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();

  useEffect(() => {
    console.error('route failed', error);
  }, [error]);

  return <ErrorScreen onRetry={() => void navigate(location, { replace: true, state: location.state })} />;
};
