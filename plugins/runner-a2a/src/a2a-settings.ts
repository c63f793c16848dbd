import { z } from 'zod'

/** What an A2A runner is told by `settings.yaml`. */
export type A2aSettings = {
  /** Address of the agent's card, or of the folder that holds `.well-known/agent-card.json`. */
  readonly url: string
  /** Name of the secret that is sent as a bearer token, to the host of `url` only. */
  readonly api_key?: string | undefined
  /**
   * What leaves this machine: the task alone, the task with the knowledge gathered for it, or everything with the prompt
   * of the agent.
   */
  readonly send: 'task' | 'request' | 'prompt'
  readonly stream: boolean
  /** Of each answer of the remote agent; a streamed one is one. */
  readonly max_output_bytes: number
}

export const A2aSettings: z.ZodType<A2aSettings> = z
  .strictObject({
    url: z.string().refine(isPlainUrl, 'must be an http or https address without user and fragment'),
    api_key: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'must be the name of a secret such as AGENT_TOKEN, not the secret itself')
      .optional(),
    send: z.enum(['task', 'request', 'prompt']).default('task'),
    stream: z.boolean().default(true),
    max_output_bytes: z.number().int().min(1).max(500_000_000).default(10_000_000),
  })
  .refine(({ api_key: key, url }) => key === undefined || isPrivateWay(url), {
    path: ['api_key'],
    message: 'is sent over https only, or to this machine',
  })

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
}

function isPrivateWay(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '')
}
