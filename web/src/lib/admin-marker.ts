import { ADMIN_SESSION_SECONDS, CODE_LIFETIME_SECONDS, type TwoFactorMethod, twoFactorMethodSchema } from '@stagereel/contracts';
import { z } from 'zod';
import { forgetAdminDrafts } from './admin-drafts.ts';

/** What the browser remembers of an admin; the server alone decides what they may do. Session storage: a new tab signs in anew. */
const MARKER_KEY = 'admin_session';
const PENDING_KEY = 'pending_admin_login';
/** Whose the drafts of this tab are: it outlives the marker, so that whoever's session ends finds their own again. */
const OWNER_KEY = 'admin_drafts_owner';

const markerSchema = z.object({ admin: z.object({ email: z.string() }), loginTime: z.number() });
export type AdminMarker = z.infer<typeof markerSchema>;
const pendingSchema = z.object({ email: z.string(), expiresAt: z.number(), methods: z.array(twoFactorMethodSchema).min(1) });
/** `methods`: how the second step may be taken, the one that is on its way first. */
export type PendingAdminLogin = z.infer<typeof pendingSchema>;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const read = <T>({ store, key, schema }: { store: Store; key: string; schema: z.ZodType<T> }): T | null => {
  try {
    const parsed = schema.safeParse(JSON.parse(store.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

type Deps = { store: Store; forgetDrafts: () => void };

export const createAdminMarker = ({ store, forgetDrafts }: Deps) => ({
  /** The marker while it is younger than an hour; an old or broken one is removed. */
  read: (now = Date.now()): AdminMarker | null => {
    const marker = read({ store, key: MARKER_KEY, schema: markerSchema });
    if (marker && now - marker.loginTime < ADMIN_SESSION_SECONDS * 1000) return marker;
    store.removeItem(MARKER_KEY);
    return null;
  },
  /** Whoever is signed in waits for no second step any more, and finds nothing of another admin's in this tab. */
  write: (email: string, now = Date.now()): void => {
    store.removeItem(PENDING_KEY);
    if (store.getItem(OWNER_KEY) !== email) forgetDrafts();
    store.setItem(OWNER_KEY, email);
    store.setItem(MARKER_KEY, JSON.stringify({ admin: { email }, loginTime: now }));
  },
  /** The session is over: what was begun stays for the same admin. */
  remove: (): void => {
    const marker = read({ store, key: MARKER_KEY, schema: markerSchema });
    // Of one who signed in before owners were noted, the marker alone says whose it is.
    if (marker && store.getItem(OWNER_KEY) === null) store.setItem(OWNER_KEY, marker.admin.email);
    store.removeItem(MARKER_KEY);
  },
  /** A sign-out, also of whoever came after an admin whose session was over: nothing of the admin's stays. */
  signOut: (): void => {
    const isAdmins = store.getItem(OWNER_KEY) !== null || store.getItem(MARKER_KEY) !== null;
    store.removeItem(MARKER_KEY);
    store.removeItem(OWNER_KEY);
    if (isAdmins) forgetDrafts();
  },
  /** Milliseconds until the marker ends. */
  timeLeft: ({ loginTime }: AdminMarker, now = Date.now()): number => loginTime + ADMIN_SESSION_SECONDS * 1000 - now,

  readPending: (now = Date.now()): PendingAdminLogin | null => {
    const pending = read({ store, key: PENDING_KEY, schema: pendingSchema });
    if (pending && pending.expiresAt > now) return pending;
    store.removeItem(PENDING_KEY);
    return null;
  },
  /** The second step is open for as long as its code is. */
  writePending: (opened: { email: string; methods: TwoFactorMethod[] }, now = Date.now()): PendingAdminLogin => {
    const pending = { ...opened, expiresAt: now + CODE_LIFETIME_SECONDS * 1000 };
    store.setItem(PENDING_KEY, JSON.stringify(pending));
    return pending;
  },
  removePending: (): void => store.removeItem(PENDING_KEY),
});

/** A session storage that may be shut (private mode, policy) counts as empty. */
const sessionStore: Store = {
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

export const adminMarker = createAdminMarker({ store: sessionStore, forgetDrafts: () => forgetAdminDrafts() });
