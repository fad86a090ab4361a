import { SHOP_SWITCHES, type ShopSettings } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';

type ChangeSettings = { settings: ShopSettings; actor: Actor };

/** @throws AppError SettingsChangedMeanwhile */
export const changeSettings = async ({ settings: store }: OrdersDeps, { settings, actor }: ChangeSettings): Promise<ShopSettings> => {
  const current = await store.read();
  if (current.version !== settings.version) throw new AppError('SettingsChangedMeanwhile');
  const changed = SHOP_SWITCHES.filter((name) => settings[name] !== current[name]);
  if (changed.length === 0) return current;
  const pick = (from: ShopSettings) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  const event = adminActedEvent({
    actor,
    action: 'shop.settings-changed',
    target: { type: 'settings', id: 'shop', label: '通知の設定' },
    before: pick(current),
    after: pick(settings),
  });
  const saved = await store.save({ settings, event });
  if (!saved) throw new AppError('SettingsChangedMeanwhile');
  return saved;
};
