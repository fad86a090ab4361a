import { paths } from '../../../config/paths.ts';

/** Where to go after signing in: only a path of this site, never an address somebody put there. */
export const landingPath = (redirectTo: string | undefined): string =>
  redirectTo !== undefined && /^\/(?![/\\])/.test(redirectTo) ? redirectTo : paths.admin.to();
