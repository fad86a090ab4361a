import { z } from 'zod';
import { emailSchema, idSchema, timeSchema } from './common.ts';
import { passwordSchema } from './sessions.ts';
import { textSchema } from './texts.ts';

/** An invitation that nobody has accepted or withdrawn. An expired one is listed for a week, so that it can be sent again. */
export const adminInvitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  invitedBy: z.string().describe('the address of the admin who sent it last'),
  sentAt: timeSchema,
  expiresAt: timeSchema,
  /** The address belongs to a customer account, which becomes an admin account. */
  hasAccount: z.boolean(),
});
export type AdminInvitationEntry = z.infer<typeof adminInvitationSchema>;

/** GET /api/admin/invitations (admin), newest first */
export const adminInvitationListSchema = z.array(adminInvitationSchema);

/**
 * POST /api/admin/invitations (admin) → {@link adminInvitationSchema}. An open invitation of the same address is sent again, and its earlier link becomes
 * invalid. 403 `RecentSignInRequired` when the session is older than {@link RECENT_SIGN_IN_SECONDS}.
 *
 * POST /api/admin/invitations/{id}/resend (admin) → {@link adminInvitationSchema}. DELETE /api/admin/invitations/{id} (admin) → 204.
 */
export const inviteAdminSchema = z.object({ email: emailSchema });

const tokenSchema = textSchema(100).min(1);

/** POST /api/admin/invitations/open → {@link openedInvitationSchema}: what the invited person sees. It changes nothing, and the link stays valid. */
export const openInvitationSchema = z.object({ token: tokenSchema });
export const openedInvitationSchema = z.object({
  email: z.string(),
  invitedBy: z.string(),
  expiresAt: timeSchema,
  hasAccount: z.boolean(),
});
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>;

/** POST /api/admin/invitations/accept → {@link invitationAcceptedSchema}: creates the admin account, once. It opens no session. */
export const acceptInvitationSchema = z.object({ token: tokenSchema, password: passwordSchema });
export const invitationAcceptedSchema = z.object({ email: z.string(), message: z.string() });
