import type { RouteObject } from 'react-router-dom';

/** The back office. Every page is loaded lazily, so that customers never load its code. */
export const adminRoutes: RouteObject[] = [];
