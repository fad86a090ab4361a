import { z } from 'zod';

/** POST /api/browser-errors: an error of the web app in a visitor's browser. {@link BROWSER_ERROR_SCRIPT} cuts the texts to these lengths. */
export const browserErrorSchema = z.object({
  name: z.string().max(50),
  message: z.string().max(300),
  stack: z.string().max(2000),
  path: z.string().max(300),
});
export type BrowserError = z.infer<typeof browserErrorSchema>;

/** A whole report, as JSON with escaped characters. */
export const BROWSER_ERROR_BYTES = 16_384;
