/** The known devices of each address. A device that is not listed here is an unknown browser, even if it has a token. */
export type KnownDevices = {
  /** Keeps the newest `KNOWN_DEVICES_PER_ADDRESS` of the address. */
  add: (device: { email: string; id: string; at: Date }) => Promise<void>;
  has: (device: { email: string; id: string }) => Promise<boolean>;
  /** Ends the devices that were added until then; without a time, all. */
  removeUntil: (input: { email: string; until: Date | undefined }) => Promise<void>;
};
