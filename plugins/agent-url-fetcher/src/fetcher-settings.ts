import { KeyedSourceAddress, SecretName } from '@datacortex/plugin'
import { z } from 'zod'

const address = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')

export type FetcherSettings = z.infer<typeof FetcherSettings>

export const FetcherSettings = z.strictObject({
  /** A service that reads pages. It gets to see every address, so nobody is asked unless somebody chose so. */
  reader: z.enum(['none', 'jina']).default('none'),
  reader_url: KeyedSourceAddress.default('https://r.jina.ai/'),
  /** Name of the secret that is sent to the reader as a bearer token. */
  reader_key: SecretName.default('JINA_API_KEY'),
  /** Whether the archive is asked for what can't be read where it was. It gets to see the address then. */
  archive: z.boolean().default(true),
  archive_url: address.default('https://archive.org/wayback/available'),
  /** Of one link of the chain, 1–10. */
  attempts: z.int().min(1).max(10).default(3),
  /** Before the second attempt; it doubles with each. */
  retry_ms: z.int().min(0).max(60_000).default(500),
  /** Of one request with its body. */
  timeout_ms: z.int().min(1).max(600_000).default(20_000),
  max_bytes: z.int().min(1).default(50_000_000),
})
