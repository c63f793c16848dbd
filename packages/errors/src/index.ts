export { CodedError } from './coded-error.ts'
export type { CodedErrorOptions } from './coded-error.ts'
export { redact } from './redact.ts'
