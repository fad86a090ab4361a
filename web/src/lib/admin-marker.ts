import { ADMIN_SESSION_SECONDS, CODE_LIFETIME_SECONDS, type TwoFactorMethod } from '@stagereel/contracts';
import { forgetAdminDrafts } from './admin-drafts.ts';
import { createJsonSlot, type TextStorage } from './json-slot.ts';
import * as z from './shape.ts';

/** Marks a signed-in admin in this tab's session storage, for rendering only: the server authorises every request. A new tab gets it from GET /api/auth/check. */
const MARKER_KEY = 'admin_session';
const PENDING_KEY = 'pending_admin_login';
/** Kept for all tabs after a sign-out, until the next sign-in: the server may not have received the sign-out. */
const SIGNED_OUT_KEY = 'signed_out_of_admin';
/** The owner of this tab's drafts. It outlives the marker, so that an admin whose session expired finds the drafts again. */
const OWNER_KEY = 'admin_drafts_owner';

const markerSchema = z.object({ admin: z.object({ email: z.string() }), loginTime: z.number() });
export type AdminMarker = z.infer<typeof markerSchema>;
const METHODS = ['mail', 'authenticator'] as const satisfies readonly TwoFactorMethod[];
const pendingSchema = z.object({ email: z.string(), expiresAt: z.number(), methods: z.array(z.enum(METHODS)).min(1) });
/** `methods`: the possible second steps; the first is the one in progress. */
export type PendingAdminLogin = z.infer<typeof pendingSchema>;

type Deps = { storage: TextStorage; sharedStorage: TextStorage; forgetDrafts: () => void };

const store = ({ in: storage, key, value }: { in: TextStorage; key: string; value: string }): void => {
  try {
    storage.setItem(key, value);
  } catch {
    return;
  }
};

export const createAdminMarker = ({ storage, sharedStorage, forgetDrafts }: Deps) => {
  const markerSlot = createJsonSlot({ storage: () => storage, key: MARKER_KEY, schema: markerSchema });
  const pendingSlot = createJsonSlot({ storage: () => storage, key: PENDING_KEY, schema: pendingSchema });
  return {
    /** The marker until it is an hour old; an expired or broken one is removed. */
    read: (now = Date.now()): AdminMarker | null => {
      const marker = markerSlot.read();
      if (marker && now - marker.loginTime < ADMIN_SESSION_SECONDS * 1000) return marker;
      markerSlot.remove();
      return null;
    },
    /** After a sign-in: ends the pending second step and deletes another admin's drafts. `loginTime`: when the session started. */
    write: (email: string, loginTime = Date.now()): void => {
      pendingSlot.remove();
      sharedStorage.removeItem(SIGNED_OUT_KEY);
      if (storage.getItem(OWNER_KEY) !== email) forgetDrafts();
      markerSlot.write({ admin: { email }, loginTime });
      store({ in: storage, key: OWNER_KEY, value: email });
    },
    /** After the session expired: the drafts stay for the same admin. */
    remove: (): void => {
      const marker = markerSlot.read();
      // A tab that was opened after the sign-in has no owner of its own; then the marker names the admin.
      if (marker && storage.getItem(OWNER_KEY) === null) store({ in: storage, key: OWNER_KEY, value: marker.admin.email });
      markerSlot.remove();
    },
    /** After a sign-out, also by another user after an admin's session expired: deletes everything of the admin. */
    signOut: (): void => {
      const isAdmins = storage.getItem(OWNER_KEY) !== null || storage.getItem(MARKER_KEY) !== null;
      markerSlot.remove();
      storage.removeItem(OWNER_KEY);
      store({ in: sharedStorage, key: SIGNED_OUT_KEY, value: 'yes' });
      if (isAdmins) forgetDrafts();
    },
    /** Whether somebody signed out in this browser, and no admin signed in since. */
    isSignedOut: (): boolean => sharedStorage.getItem(SIGNED_OUT_KEY) !== null,
    /** The admin who used this tab last, also after the session expired. */
    owner: (): string | null => storage.getItem(OWNER_KEY) ?? markerSlot.read()?.admin.email ?? null,
    /** Milliseconds until the marker expires. */
    timeLeft: ({ loginTime }: AdminMarker, now = Date.now()): number => loginTime + ADMIN_SESSION_SECONDS * 1000 - now,

    readPending: (now = Date.now()): PendingAdminLogin | null => {
      const pending = pendingSlot.read();
      if (pending && pending.expiresAt > now) return pending;
      pendingSlot.remove();
      return null;
    },
    /** The second step can be completed until its code expires. */
    writePending: (opened: { email: string; methods: TwoFactorMethod[] }, now = Date.now()): PendingAdminLogin => {
      const pending = { ...opened, expiresAt: now + CODE_LIFETIME_SECONDS * 1000 };
      pendingSlot.write(pending);
      return pending;
    },
    removePending: pendingSlot.remove,
  };
};

/** A storage that the browser forbids (private mode, policy) counts as empty. */
const forgiving = (storage: () => Storage): TextStorage => {
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => attempt<string | null>((open) => open.getItem(key), null),
    // Throws, so that a JSON slot keeps its value in memory instead.
    setItem: (key, value) => storage().setItem(key, value),
    removeItem: (key) => attempt((open) => open.removeItem(key), undefined),
  };
};

export const adminMarker = createAdminMarker({
  storage: forgiving(() => globalThis.sessionStorage),
  sharedStorage: forgiving(() => globalThis.localStorage),
  forgetDrafts: () => forgetAdminDrafts(),
});
