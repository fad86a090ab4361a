import { paths } from '../../../config/paths.ts';
import { sameSitePath } from '../../../lib/same-site-path.ts';

/** Where to go after signing in: only a path of this site, never an address somebody put there. */
export const landingPath = (redirectTo: string | undefined): string => sameSitePath(redirectTo) ?? paths.admin.to();
