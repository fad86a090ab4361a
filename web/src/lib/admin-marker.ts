import { ADMIN_SESSION_SECONDS, CODE_LIFETIME_SECONDS, type TwoFactorMethod } from '@stagereel/contracts';
import { forgetAdminDrafts } from './admin-drafts.ts';
import { createJsonSlot, type TextStorage } from './json-slot.ts';
import * as z from './shape.ts';

/** Marks a signed-in admin in this tab's session storage, for rendering only: the server authorises every request. A new tab signs in again. */
const MARKER_KEY = 'admin_session';
const PENDING_KEY = 'pending_admin_login';
/** The owner of this tab's drafts. It outlives the marker, so that an admin whose session expired finds the drafts again. */
const OWNER_KEY = 'admin_drafts_owner';

const markerSchema = z.object({ admin: z.object({ email: z.string() }), loginTime: z.number() });
export type AdminMarker = z.infer<typeof markerSchema>;
const METHODS = ['mail', 'authenticator'] as const satisfies readonly TwoFactorMethod[];
const pendingSchema = z.object({ email: z.string(), expiresAt: z.number(), methods: z.array(z.enum(METHODS)).min(1) });
/** `methods`: the possible second steps; the first is the one in progress. */
export type PendingAdminLogin = z.infer<typeof pendingSchema>;

type Deps = { storage: TextStorage; forgetDrafts: () => void };

export const createAdminMarker = ({ storage, forgetDrafts }: Deps) => {
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
    /** After a sign-in: ends the pending second step and deletes another admin's drafts. */
    write: (email: string, now = Date.now()): void => {
      pendingSlot.remove();
      if (storage.getItem(OWNER_KEY) !== email) forgetDrafts();
      storage.setItem(OWNER_KEY, email);
      markerSlot.write({ admin: { email }, loginTime: now });
    },
    /** After the session expired: the drafts stay for the same admin. */
    remove: (): void => {
      const marker = markerSlot.read();
      // An earlier version of the page stored no owner; then only the marker names the admin.
      if (marker && storage.getItem(OWNER_KEY) === null) storage.setItem(OWNER_KEY, marker.admin.email);
      markerSlot.remove();
    },
    /** After a sign-out, also by another user after an admin's session expired: deletes everything of the admin. */
    signOut: (): void => {
      const isAdmins = storage.getItem(OWNER_KEY) !== null || storage.getItem(MARKER_KEY) !== null;
      markerSlot.remove();
      storage.removeItem(OWNER_KEY);
      if (isAdmins) forgetDrafts();
    },
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

/** A session storage that the browser forbids (private mode, policy) counts as empty. */
const sessionTexts: TextStorage = {
  getItem: (key) => {
    try {
      return globalThis.sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key, value) => globalThis.sessionStorage.setItem(key, value),
  removeItem: (key) => {
    try {
      globalThis.sessionStorage.removeItem(key);
    } catch {
      return;
    }
  },
};

export const adminMarker = createAdminMarker({ storage: sessionTexts, forgetDrafts: () => forgetAdminDrafts() });
