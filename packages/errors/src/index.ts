export { CodedError } from './coded-error.ts'
export type { CodedErrorOptions } from './coded-error.ts'
export type { Finding } from './finding.ts'
export { redact } from './redact.ts'
