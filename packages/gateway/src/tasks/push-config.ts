import type { DeepReadonly } from '@datacortex/platform'
import { z } from 'zod'

const word = z
  .string()
  .max(2000)
  .regex(/^[\u0021-\u007e]*$/, 'must be visible ASCII without blanks')
  .nullish()

/** An empty tenant is one that is not set; there are no others here. */
export const tenant = z.literal('', 'there is no such tenant').nullish()

/** Where the changes of a task are told, as a client says it. */
export type PushParams = DeepReadonly<z.infer<typeof PushParams>>
export const PushParams = z.object({
  tenant,
  id: z.string().max(200).nullish(),
  taskId: z.string().max(200).nullish(),
  url: z.string().max(2000).refine(isWebAddress, 'must be an absolute http or https address without a user'),
  token: word,
  authentication: z.object({ scheme: z.string().regex(/^[\w.-]{1,50}$/), credentials: word }).nullish(),
})

export type PushConfig = Omit<PushParams, 'tenant'> & {
  readonly id: string
  readonly taskId: string
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === ''
}
