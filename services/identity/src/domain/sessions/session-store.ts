/** Which sessions hold. A session that is not in here has ended, whatever its token says. */
export type SessionStore = {
  open: (session: { sid: string; userId: string; seconds: number }) => Promise<void>;
  end: (session: { sid: string; userId: string }) => Promise<void>;
  /** Ends every session of a user. */
  endAll: (userId: string) => Promise<void>;
};
