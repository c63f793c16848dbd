import type { RemoteKnowledge } from '@datacortex/cognition'
import { type SpacePaths, createGuardedFetch, parseJson, patientLimit, readSecret } from '@datacortex/platform'
import { z } from 'zod'
import { spaceError } from '../errors.ts'

const Listed = z.object({ files: z.array(z.object({ topic: z.string(), etag: z.string().regex(/^[0-9a-f]{64}$/) })) })

/**
 * Shared knowledge at the address of another `serve`, as `ACAS_SHARED_URL` names it, with the token of this agent.
 * A question waits some seconds for it at the most.
 */
export function remoteKnowledge(
  paths: SpacePaths,
  { address, signal }: { readonly address: string; readonly signal?: AbortSignal | undefined },
): RemoteKnowledge {
  const base = URL.parse('acas/v1/knowledge', address.endsWith('/') ? address : `${address}/`)
  const refuse = (reason: string): never => {
    throw spaceError('SPACE_SHARED_REFUSED', { address, reason })
  }
  if (base === null) return refuse('it is no address')
  // The user of this machine named it, not the space.
  const allowed = `${base.hostname}:${base.port || (base.protocol === 'https:' ? 443 : 80)}`
  const ask = createGuardedFetch({
    allowPrivate: [allowed],
    limits: { connectMs: patientLimit(2000), totalMs: patientLimit(5000) },
  })
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const token = await readSecret(paths, 'ACAS_SHARED_TOKEN')
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return await ask(`${base.href}${path}`, { ...init, headers, signal: signal ?? null })
  }
  const failed = async (response: Response): Promise<never> => {
    const body = Failure.safeParse(await response.json().catch(() => undefined))
    return refuse(`${response.status} ${body.success ? body.data.error.message : response.statusText}`.trim())
  }
  return {
    list: async () => {
      const response = await send('', {})
      return response.ok
        ? parseJson(await response.text(), Listed, { origin: base.href }).files
        : await failed(response)
    },
    read: async (topic) => {
      const response = await send(`/${encodeURIComponent(topic)}`, {})
      if (response.status === 404) return undefined
      return response.ok ? await response.text() : await failed(response)
    },
    write: async (topic, text, etag) => {
      const condition = etag === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${etag}"` }
      const headers = { 'content-type': 'text/markdown; charset=utf-8', ...condition }
      const response = await send(`/${encodeURIComponent(topic)}`, { method: 'PUT', body: text, headers })
      if (response.status === 412) return false
      return response.ok ? true : await failed(response)
    },
  }
}

const Failure = z.object({ error: z.object({ message: z.string() }) })
