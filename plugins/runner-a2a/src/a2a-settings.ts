import { SecretName, keyedOnlyOverHttps, webUrl } from '@datacortex/plugin'
import { z } from 'zod'

export type A2aSettings = z.infer<typeof A2aSettings>

export const A2aSettings = z
  .strictObject({
    // A card may be found by a query, so this is no `SourceAddress`.
    /** Address of the agent's card, or of the folder that holds `.well-known/agent-card.json`. */
    url: z.string().refine(isCardAddress, 'must be an http or https address without user and fragment'),
    /** Name of the secret that is sent as a bearer token, to the host of `url` only. */
    api_key: SecretName.optional(),
    /** What leaves this machine: the task alone, the knowledge for it too, or also the prompt of the agent. */
    send: z.enum(['task', 'request', 'prompt']).default('task'),
    stream: z.boolean().default(true),
    /** Of each answer of the remote agent; a streamed one is one. */
    max_output_bytes: z.number().int().min(1).max(500_000_000).default(10_000_000),
  })
  .superRefine(keyedOnlyOverHttps('url'))

function isCardAddress(text: string): boolean {
  return webUrl(text) !== undefined && new URL(text).hash === ''
}
