import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { emailStatusQuery } from '../../../api/shop.ts';

const REFRESH_MS = 30_000;

/** Says openly that no mail leaves the shop at the moment. Nothing while mails are sent, or while that is unknown. */
export const MailOutage = () => {
  const { data } = useQuery({
    ...emailStatusQuery(),
    // Until the mail server is back.
    refetchInterval: (query) => query.state.data?.emailServiceActive === false && REFRESH_MS,
  });
  if (data?.emailServiceActive !== false) return null;
  return (
    <Alert role="alert" color="orange" icon={<IconMailOff aria-hidden />} title="ただいまメールを送信できません">
      認証コードのメールが届かない可能性があります。ご注文内容は保存されています。この表示が消えましたら、認証コードを再送信してください。
    </Alert>
  );
};
