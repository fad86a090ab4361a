import { paths } from '../../../config/paths.ts';
import { sameSitePath } from '../../../lib/same-site-path.ts';

/** The page after the sign-in: only a path of this site, because the address could be manipulated. */
export const landingPath = (redirectTo: string | undefined): string => sameSitePath(redirectTo) ?? paths.admin.to();
