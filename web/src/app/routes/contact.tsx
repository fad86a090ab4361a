import { Container, Stack } from '@mantine/core';
import { BackButton } from '../../components/ui/back-button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { ContactGuide } from '../../features/contact/components/contact-guide.tsx';
import { useGoBack } from '../../lib/use-go-back.ts';

export const ContactPage = () => {
  const goBack = useGoBack();
  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <BackButton onBack={goBack}>戻る</BackButton>
          <PageTitle documentTitle="お問い合わせ">お問い合わせ</PageTitle>
        </div>
        <ContactGuide />
      </Stack>
    </Container>
  );
};
