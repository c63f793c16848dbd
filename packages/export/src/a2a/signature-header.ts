import { jsonOf } from '@datacortex/platform'
import { z } from 'zod'

const Header = z.object({ alg: z.string().min(1), kid: z.string().min(1), jku: z.string().optional() })

/** Reads a protected header. Gives undefined if it has no algorithm and key id or can't be read. */
export function decodeHeader(text: string) {
  return Header.safeParse(jsonOf(Buffer.from(text, 'base64url').toString('utf8'))).data
}
