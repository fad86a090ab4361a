/** For which addresses of the environment an account was made, so that none is made twice. */
export type FirstAdmins = {
  isKnown: (key: string) => Promise<boolean>;
  remember: (key: string) => Promise<void>;
};
