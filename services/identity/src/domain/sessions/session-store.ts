/** Which sessions hold. A session that is not in here has ended, whatever its token says. */
export type SessionStore = {
  open: (session: { sid: string; userId: string; seconds: number }) => Promise<void>;
  end: (session: { sid: string; userId: string }) => Promise<void>;
  /** Ends those sessions of a user that are over. */
  endWhere: (given: { userId: string; isOver: (sid: string) => boolean }) => Promise<void>;
};
