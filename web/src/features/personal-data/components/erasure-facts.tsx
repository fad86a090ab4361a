import { List, Stack, Title } from '@mantine/core';
import { DAY, DEAD_LETTER_SECONDS, ERASURE_KEPT_SECONDS, PAID_ORDER_YEARS, UNPAID_ORDER_SECONDS } from '@stagereel/contracts';

const erased = [
  '会員アカウント（お名前、メールアドレス、パスワード）。すべての端末からログアウトします。',
  '手続きの途中の会員登録、認証コード、販売開始のお知らせのお申し込み',
  'ログイン、メールの送信、管理画面の操作の記録にあるメールアドレス（どなたのものか分からない記号に置き換えます）',
  'お支払いのないまま取り消されたご注文のお名前とメールアドレス',
  'ご注文について送られるお知らせ（リマインダー）と、解決済みの問題の連絡の内容',
] as const;

const kept = [
  `お支払い済みのご注文の記録（お名前、メールアドレス、ご注文の内容、領収書）：法令で定められた期間（${PAID_ORDER_YEARS}年間）`,
  `お支払い待ちのご注文のお名前とメールアドレス：お支払いがないまま${UNPAID_ORDER_SECONDS / DAY}日が過ぎたときに、自動的に消去`,
  '送信待ちのメール：送信が終わるまで',
  `障害のため処理できなかった通知：最長${DEAD_LETTER_SECONDS / DAY}日間（その翌日までに消去）`,
  `消去の手続きの控え（メールアドレスは元に戻せない形に変えます）：${ERASURE_KEPT_SECONDS / DAY}日間`,
] as const;

/** What an erasure of personal data erases, and what stays for how long. */
export const ErasureFacts = () => (
  <Stack gap="md">
    <Stack gap="xs">
      <Title order={2} fz="md">
        消去される情報
      </Title>
      <List size="sm" spacing={6}>
        {erased.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Stack>
    <Stack gap="xs">
      <Title order={2} fz="md">
        残る情報と期間
      </Title>
      <List size="sm" spacing={6}>
        {kept.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Stack>
  </Stack>
);
