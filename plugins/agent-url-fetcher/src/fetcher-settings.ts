import { KeyedSourceAddress, SecretName } from '@datacortex/plugin'
import { z } from 'zod'

/** How addresses are read. */
export type FetcherSettings = {
  /** A service that reads pages. It gets to see every address, so nobody is asked unless somebody chose so. */
  readonly reader: 'none' | 'jina'
  readonly reader_url: string
  /** Name of the secret that is sent to the reader as a bearer token. */
  readonly reader_key: string
  /** Whether the archive is asked for what can't be read where it was. It gets to see the address then. */
  readonly archive: boolean
  readonly archive_url: string
  /** Of one link of the chain, 1–10. */
  readonly attempts: number
  /** Before the second attempt; it doubles with each. */
  readonly retry_ms: number
  /** Of one request with its body. */
  readonly timeout_ms: number
  readonly max_bytes: number
}

const address = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')

export const FetcherSettings: z.ZodType<FetcherSettings> = z.strictObject({
  reader: z.enum(['none', 'jina']).default('none'),
  reader_url: KeyedSourceAddress.default('https://r.jina.ai/'),
  reader_key: SecretName.default('JINA_API_KEY'),
  archive: z.boolean().default(true),
  archive_url: address.default('https://archive.org/wayback/available'),
  attempts: z.int().min(1).max(10).default(3),
  retry_ms: z.int().min(0).max(60_000).default(500),
  timeout_ms: z.int().min(1).max(600_000).default(20_000),
  max_bytes: z.int().min(1).default(50_000_000),
})
