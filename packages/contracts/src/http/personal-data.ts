import { z } from 'zod';
import { emailSchema, timeSchema } from './common.ts';

/** What the owner of an address may ask for: a file with everything stored about the address, or its erasure. */
export const PERSONAL_DATA_KINDS = ['export', 'erasure'] as const;
export const personalDataKindSchema = z.enum(PERSONAL_DATA_KINDS);
export type PersonalDataKind = z.infer<typeof personalDataKindSchema>;

/** POST /api/personal-data/requests → 202 {@link personalDataMessageSchema}, whether anything is stored about the address or not */
export const requestPersonalDataSchema = z.object({ email: emailSchema, kind: personalDataKindSchema });
export const personalDataMessageSchema = z.object({ message: z.string() });

/**
 * POST /api/personal-data/open → {@link openedPersonalDataSchema}; changes nothing.
 * POST /api/personal-data/export → the file, and POST /api/personal-data/erase → {@link personalDataMessageSchema}; each once per link.
 * Any text is accepted as a token, because mail programs may damage links.
 */
export const personalDataTokenSchema = z.object({ token: z.string().min(1).max(512) });
export const openedPersonalDataSchema = z.object({
  kind: personalDataKindSchema,
  email: z.string(),
  expiresAt: timeSchema,
  hasAccount: z.boolean().describe('an erasure deletes the account too'),
});
export type OpenedPersonalData = z.infer<typeof openedPersonalDataSchema>;

/** POST /api/admin/personal-data/export → the file, and /erase → {@link personalDataErasedSchema} (admin) */
export const personalDataEmailSchema = z.object({ email: emailSchema });
export const personalDataErasedSchema = z.object({ pseudonym: z.string() });

/** GET /internal/personal-data?email=…: what a service stores about an address, with Japanese labels */
export const personalDataSectionSchema = z.object({ title: z.string(), records: z.array(z.record(z.string(), z.unknown())) });
export type PersonalDataSection = z.infer<typeof personalDataSectionSchema>;
export const personalDataSectionsSchema = z.object({ sections: z.array(personalDataSectionSchema) });
