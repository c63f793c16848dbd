import { randomBytes } from 'node:crypto'
import { sha256 } from '@datacortex/platform'

/** Who sits at this machine: signed in by a link that works once, for as long as the server runs. */
export type Sessions = ReturnType<typeof openSessions>

/** Sessions are kept in memory alone, and of codes and tokens only hashes. `now`: milliseconds, never going back. */
export function openSessions(now: () => number) {
  const codes = new Map<string, number>()
  const tokens = new Set<string>()
  return {
    /** A code for one sign-in, within ten minutes. */
    newCode: () => {
      const code = secret()
      keep(codes, mostCodes)
      codes.set(sha256(code), now() + codeMs)
      return code
    },
    /** The token of a new session; undefined for a code that nobody was given, was used, or is too old. */
    exchange: (code: string) => {
      const until = codes.get(sha256(code))
      codes.delete(sha256(code))
      if (until === undefined || until < now()) return undefined
      const token = secret()
      keep(tokens, mostSessions)
      tokens.add(sha256(token))
      return token
    },
    isOpen: (token: string) => tokens.has(sha256(token)),
  }
}

const codeMs = 10 * 60_000
const mostCodes = 20
const mostSessions = 100

function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** Forgets the oldest. */
function keep(
  some: { readonly size: number; keys: () => Iterator<string>; delete: (key: string) => boolean },
  most: number,
) {
  if (some.size >= most) some.delete(some.keys().next().value ?? '')
}
