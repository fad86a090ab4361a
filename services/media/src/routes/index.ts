import { downloadRoutes } from './download.routes.ts';
import { finishedVideoRoutes } from './finished-videos.routes.ts';
import { libraryRoutes } from './library.routes.ts';
import { publicFileRoutes } from './public-files.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { uploadRoutes } from './upload.routes.ts';

export const registerRoutes = async (deps: RouteDeps): Promise<void> => {
  await uploadRoutes(deps);
  libraryRoutes(deps);
  publicFileRoutes(deps);
  downloadRoutes(deps);
  finishedVideoRoutes(deps);
};
