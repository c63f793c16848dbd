import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Document, isKnown } from './document.ts'
import { type GuardOptions, asksForDocument, guard } from './guard.ts'
import { type Refusal, refuse } from './refusal.ts'

export type DocumentOptions = {
  readonly guard: GuardOptions
  /** What lies at a path, without the first slash. */
  readonly document: (path: string) => Promise<Document | undefined>
}

/** Answers a request for a published document straight from its bytes, which is several times faster than routing. */
export async function answerDocument(
  request: IncomingMessage,
  response: ServerResponse,
  options: DocumentOptions,
): Promise<boolean> {
  const { method = '', url = '', headers } = request
  const path = url.split('?', 1)[0] ?? ''
  if (!asksForDocument({ method, path })) return false
  const { refusal } = await guard(request, path, options.guard)
  if (refusal !== undefined) {
    await answerRefusal(response, refusal)
    return true
  }
  const document = await options.document(path.slice(1))
  if (document === undefined) return false
  if (isKnown(document, headers)) {
    const { 'content-type': _, 'content-length': __, ...own } = document.headers
    response.writeHead(304, own).end()
  } else response.writeHead(200, document.headers).end(method === 'HEAD' ? undefined : document.body)
  return true
}

export async function answerRefusal(response: ServerResponse, refusal: Refusal): Promise<void> {
  const refused = refuse(refusal)
  response
    .writeHead(refused.status, { vary: 'Origin', ...Object.fromEntries(refused.headers) })
    .end(await refused.text())
}
