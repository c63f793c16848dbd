import { jsonOf } from '@datacortex/platform'
import { z } from 'zod'

/** What the protected header of a signature says of its key. */
export type SignatureHeader = { readonly alg: string; readonly kid: string; readonly jku?: string | undefined }

const Header: z.ZodType<SignatureHeader> = z.object({
  alg: z.string().min(1),
  kid: z.string().min(1),
  jku: z.string().optional(),
})

/** Reads a protected header. Gives undefined if it has no algorithm and key id or can't be read. */
export function decodeHeader(text: string): SignatureHeader | undefined {
  return Header.safeParse(jsonOf(Buffer.from(text, 'base64url').toString('utf8'))).data
}
