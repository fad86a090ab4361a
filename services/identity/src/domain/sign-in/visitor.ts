/** What is known of the browser that knocks. */
export type Visitor = {
  ip: string;
  userAgent: string;
  /** The cookie it got at an earlier sign-in, unverified. */
  deviceToken: string | undefined;
};
