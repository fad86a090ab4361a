export { buildAll } from './build/build-all.ts';
export { StackError } from './machine/stack-error.mjs';
export { choosePorts, type PortRange } from './ports.ts';
export { readInternalToken } from './secrets.ts';
export type { ServiceName } from './services/service-names.ts';
export { readStackInfo, type StackInfo } from './stack-info.ts';
export { type Backing, type BackingName, type StartBackingInput, startBacking } from './start-backing.ts';
export { type ServiceHandle, type Stack, type StartStackInput, startStack } from './start-stack.ts';
