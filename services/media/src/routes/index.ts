import { createMeters } from '../domain/downloads/meter.ts';
import { chunkRoutes } from './chunks.routes.ts';
import { downloadRoutes } from './downloads.routes.ts';
import { finishedVideoRoutes } from './finished-videos.routes.ts';
import { internalDownloadRoutes } from './internal-downloads.routes.ts';
import { libraryRoutes } from './library.routes.ts';
import { previewRoutes } from './previews.routes.ts';
import { publicFileRoutes } from './public-files.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { thumbnailRoutes } from './thumbnails.routes.ts';
import { uploadRoutes } from './uploads.routes.ts';

export const registerRoutes = async (options: RouteDeps): Promise<void> => {
  const { server, deps, patient } = options;
  const meterOf = createMeters(deps);

  uploadRoutes(options);
  await chunkRoutes(options);
  libraryRoutes(options);
  thumbnailRoutes(options);
  publicFileRoutes(options);
  downloadRoutes({ server, deps, meterOf: (claimId) => patient(meterOf(claimId)) });
  previewRoutes(options);
  finishedVideoRoutes(options);
  internalDownloadRoutes({ server, deps, meterOf });
};
