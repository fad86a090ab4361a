import { FormErrors } from '../../../components/ui/form-errors.tsx';
import type { OrderActs } from './use-order-acts.ts';

/** What went wrong at a button or a form, also where that is gone because of it. */
export const ActFailure = ({ acts, actKey }: { acts: OrderActs; actKey: string }) => {
  const failure = acts.failureAt(actKey);
  return failure === null ? null : <FormErrors messages={[failure]} />;
};
