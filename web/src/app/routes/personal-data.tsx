import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PersonalDataForm } from '../../api/personal-data.ts';
import { FormPage } from '../../components/ui/form-page.tsx';
import { LinkList } from '../../components/ui/link-list.tsx';
import { paths } from '../../config/paths.ts';
import { OpenedRequest } from '../../features/personal-data/components/opened-request.tsx';
import { RequestForm, RequestSent } from '../../features/personal-data/components/request-form.tsx';
import { useHasMoved } from '../../lib/use-has-moved.ts';

const waysOn = (
  <LinkList
    label="ほかのページ"
    links={[
      { label: 'プライバシーポリシー', to: paths.privacy.to() },
      { label: 'メールが届かないとき', to: paths.emailSupport.to() },
      { lead: '訂正など、ほかの請求は', label: 'お問い合わせ', to: paths.contact.to() },
    ]}
  />
);

const RequestPage = () => {
  const [form, setForm] = useState<PersonalDataForm>({ email: '', kind: 'export' });
  const [message, setMessage] = useState<string | null>(null);
  const hasMoved = useHasMoved(message === null ? 'form' : 'sent');

  if (message !== null) {
    return (
      <FormPage key="sent" title="お申し込みを受け付けました" icon={IconMail} isNextStep={hasMoved} footer={waysOn}>
        <RequestSent form={form} message={message} onAgain={() => setMessage(null)} />
      </FormPage>
    );
  }
  return (
    <FormPage
      key="form"
      title="個人情報の開示・消去"
      lead="StageReelがメールアドレスについて保存している情報の開示、または消去を申し込めます。"
      isNextStep={hasMoved}
      footer={waysOn}
    >
      <RequestForm
        opening={form}
        onSent={(sent) => {
          setForm(sent.form);
          setMessage(sent.message);
        }}
      />
    </FormPage>
  );
};

/** The form, or the page of the mailed link. */
export const PersonalDataPage = () => {
  const token = useSearchParams()[0].get('token');
  return token === null ? <RequestPage /> : <OpenedRequest key={token} token={token} />;
};
