import { ProtocolError } from '../a2a/protocol-error.ts'
import { readJsonBody } from '../http/read-json-body.ts'
import { refuse } from '../http/refusal.ts'
import { type SearchSources, answerSearch } from '../search/answer-search.ts'
import type { RouteContext } from './route-context.ts'

/** Adds the search of ARD. `options`: `find`; `base`: address of the catalogue; `maxBytes` of a body. See ARD 0.9. */
export function addSearchRoutes(
  { app, published }: RouteContext,
  { find, base, maxBytes }: { find: SearchSources['find']; base: string; maxBytes: number },
): void {
  app.post('/search', async (context) => {
    try {
      const documents = await published()
      const body = await readJsonBody(context.req.raw, { maxBytes })
      const { signal } = context.req.raw
      const answer = await answerSearch(body, { find, entryOf: (id) => documents.entryOf(id), source: base, signal })
      return context.json(answer, 200, { 'cache-control': 'no-store' })
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return refuse({ status: error.fault === 'TOO_LARGE' ? 413 : 400, message: error.message })
    }
  })
  // Optional in ARD, and not here.
  for (const path of ['/explore', '/agents'])
    app.all(path, () => refuse({ status: 501, message: 'Search with POST /search, or read the catalogue.' }))
}
