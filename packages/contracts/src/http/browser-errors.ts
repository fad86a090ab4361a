import { z } from 'zod';
import { textSchema } from './texts.ts';

/** POST /api/browser-errors: an error of the web app in a visitor's browser. {@link BROWSER_ERROR_SCRIPT} cuts the texts to these lengths. */
export const browserErrorSchema = z.object({
  name: textSchema(50),
  message: textSchema(300),
  stack: textSchema(2000),
  path: textSchema(300),
});
export type BrowserError = z.infer<typeof browserErrorSchema>;
