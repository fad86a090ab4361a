import type { EventEnvelope, ShopSettings } from '@stagereel/contracts';

/** The settings of the shop: one document. */
export type SettingsStore = {
  /** Everything is on until an admin changes it. */
  read: () => Promise<ShopSettings>;
  /** Replaces the version that `settings` names, and stores the event with it. Null if that version is no longer the stored one. */
  save: (input: { settings: ShopSettings; event: EventEnvelope }) => Promise<ShopSettings | null>;
};
