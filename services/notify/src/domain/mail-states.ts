/**
 * The life of a mail's record:
 * sending (somebody holds the lease) → sent, or waiting for the next attempt, failed until an operator replays it, or recalled for good.
 * A lapsed lease is taken over, so sending may follow sending; whatever the server has accepted is sent, whoever held the lease meanwhile.
 */
export const mailTransitions = {
  sending: ['sending', 'waiting', 'failed', 'recalled', 'sent'],
  waiting: ['sending', 'sent'],
  failed: ['sending', 'sent'],
  recalled: [],
  sent: [],
} as const satisfies Record<string, readonly string[]>;

export type MailState = keyof typeof mailTransitions;

export const MAIL_STATES = Object.keys(mailTransitions) as MailState[];

/** The states from which a record may come into the given one. */
export const statesBefore = (state: MailState): MailState[] =>
  MAIL_STATES.filter((from) => mailTransitions[from].some((to) => to === state));
