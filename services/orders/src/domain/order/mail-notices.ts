import { EventEmitter } from 'node:events';

/** Tells requests in this process that a mail outcome was recorded. `causedBy` is the event that caused the mail. */
export type MailNotices = {
  notify: (notice: { causedBy: string; isSent: boolean }) => void;
  /** Resolves at the next notice, or after the time, with whether the mail is known to be sent. */
  wait: (causedBy: string, ms: number) => Promise<boolean>;
};

export const createMailNotices = (): MailNotices => {
  const notices = new EventEmitter();
  notices.setMaxListeners(0);
  return {
    notify: ({ causedBy, isSent }) => void notices.emit(causedBy, isSent),
    wait: (causedBy, ms) =>
      new Promise((resolve) => {
        const finish = (isSent: boolean): void => {
          clearTimeout(timer);
          notices.off(causedBy, finish);
          resolve(isSent);
        };
        const timer = setTimeout(finish, ms, false);
        notices.once(causedBy, finish);
      }),
  };
};
