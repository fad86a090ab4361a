import { Button, Group, Stack } from '@mantine/core';
import type { ShopSettings, ShopSwitch } from '@stagereel/contracts';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shopSettingsQuery, useSaveShopSettings } from '../../../api/shop-settings.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { TouchSwitch } from '../../../components/ui/touch-inputs.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

const switches: readonly { name: ShopSwitch; label: string; description: string }[] = [
  {
    name: 'rejectedMailTask',
    label: '届かなかったメールを要対応にする',
    description: 'メールサーバーに受け取りを拒否されたメールを、注文の「要対応」に表示します。宛先を直して、その場で再送信できます。',
  },
  {
    name: 'claimReminder',
    label: '未ダウンロードのお知らせ（納品から48時間後）',
    description: '納品メールから48時間たっても動画が1本もダウンロードされていないとき、お客様に1回だけメールでお知らせします。',
  },
  {
    name: 'expiryReminder',
    label: 'ダウンロード期限のお知らせ（期限の5日前）',
    description: 'まだダウンロードされていない動画があるとき、お客様に1回だけメールでお知らせします。',
  },
  {
    name: 'deliveryFeedback',
    label: '受け取りの確認と問題の連絡',
    description: 'ご注文の状況のページに「届きました」「問題があります」のボタンを表示します。問題の連絡は、注文の「要対応」に表示します。',
  },
  {
    name: 'dailySummary',
    label: '1日1回のまとめメール',
    description: '未対応や遅れている注文の件数などを、毎日1回、管理者全員にメールでお知らせします。',
  },
];

type Draft = Partial<Record<ShopSwitch, boolean>>;

const SettingsForm = ({ settings, onClose }: { settings: ShopSettings; onClose: () => void }) => {
  // Only what this admin has switched, so that another admin's change of something else is kept after a conflict.
  const [draft, setDraft] = useState<Draft>({});
  const save = useSaveShopSettings();
  const shown = { ...settings, ...draft };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(shown, {
      onSuccess: () => {
        showToast({ title: '保存しました', message: '通知の設定を保存しました。', tone: 'success' });
        onClose();
      },
    });
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {switches.map(({ name, label, description }) => (
          <TouchSwitch
            key={name}
            label={label}
            description={description}
            checked={shown[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.checked })}
          />
        ))}
        {save.isError && <FormErrors messages={[userMessageOf(save.error, '保存できませんでした。もう一度お試しください。')]} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            キャンセル
          </Button>
          <Button type="submit" loading={save.isPending}>
            保存する
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const FetchedForm = ({ onClose }: { onClose: () => void }) => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(shopSettingsQuery());
  if (isPending) return <LoadingText />;
  if (data) return <SettingsForm settings={data} onClose={onClose} />;
  return isError ? (
    <ErrorPanel title="通知の設定を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
      {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
    </ErrorPanel>
  ) : null;
};

/** The button that opens the settings of mails, reminders and tasks. */
export const NotificationSettings = () => {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        h="var(--dense-control, 44px)"
        leftSection={<IconSettings size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        通知の設定
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="通知の設定">
        <FetchedForm onClose={close} />
      </Dialog>
    </>
  );
};
