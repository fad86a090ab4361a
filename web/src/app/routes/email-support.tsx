import { Container, Stack } from '@mantine/core';
import { BackButton } from '../../components/ui/back-button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { EmailSupport } from '../../features/email-support/components/email-support.tsx';

export const EmailSupportPage = () => (
  <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
    <Stack gap="lg">
      <div>
        <BackButton to={paths.register.to()}>会員登録に戻る</BackButton>
        <PageTitle documentTitle="メールが届かないとき">メールが届かないとき</PageTitle>
      </div>
      <EmailSupport />
    </Stack>
  </Container>
);
