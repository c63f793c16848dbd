import type { Finding } from '@datacortex/errors'

/** One thing a linter found in a field of a registration file. */
export type FieldFinding = Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> & { readonly field: string }
