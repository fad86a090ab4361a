import { Container, Stack } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { BackButton } from '../../components/ui/back-button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { ContactGuide } from '../../features/contact/components/contact-guide.tsx';

/** The router's index of the current page in this visit. Index 0 has no page before it, even when the browser came from another site. */
const hasPageBefore = (): boolean => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
};

/** Returns a function that opens the previous page, or the home page when there is none. */
export const useGoBack = (): (() => void) => {
  const navigate = useNavigate();
  return () => void (hasPageBefore() ? navigate(-1) : navigate(paths.home.to()));
};

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
