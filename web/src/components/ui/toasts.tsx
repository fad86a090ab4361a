import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear, one at a time. */
export const Toasts = () => <Notifications position="top-center" limit={1} zIndex={1000} />;
