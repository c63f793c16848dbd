import { type BodyLimits, readJsonBody } from '../http/read-json-body.ts'
import { refuse } from '../http/refusal.ts'
import { answerSearch } from '../search/answer-search.ts'
import type { RouteContext } from './route-context.ts'

/** Adds the search of ARD. `base`: address of the catalogue. See ARD 0.9. */
export function addSearchRoutes(
  { app, published }: RouteContext,
  { base: source, limits }: { base: string; limits: BodyLimits },
): void {
  app.post('/search', async (context) => {
    const documents = await published()
    const { raw } = context.req
    const { space } = context.var.client
    const body = await readJsonBody(raw, limits)
    const answer = await answerSearch(body, { space, documents, source, signal: raw.signal })
    return context.json(answer, 200, { 'cache-control': 'no-store' })
  })
  // Optional in ARD, and not here.
  for (const path of ['/explore', '/agents'])
    app.all(path, () => refuse({ status: 501, message: 'Search with POST /search, or read the catalogue.' }))
}
