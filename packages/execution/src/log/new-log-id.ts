import { randomBytes } from 'node:crypto'

/**
 * An id for an entry of the log that no other process makes, in the style of DIP-0016: kind, day, 50 random bits.
 * @param kind - `exec`, `eval`, `feedback` or `mem`.
 * @example newLogId('exec', new Date()) // 'exec-2025-12-21-k3v9x2m4qa'
 */
export function newLogId(kind: 'exec' | 'eval' | 'feedback' | 'mem', now: Date): string {
  const random = [...randomBytes(10)].map((byte) => alphabet[byte & 31]).join('')
  return `${kind}-${now.toISOString().slice(0, 10)}-${random}`
}

// Without letters that are taken for digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
