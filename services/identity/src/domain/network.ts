export { networkOf } from '@stagereel/service-kit';
