import { routerEndpointPath } from '@datacortex/space/published'
import type { Hono } from 'hono'
import { answerJsonRpc } from '../a2a/json-rpc.ts'
import { answerRest } from '../a2a/rest.ts'
import type { Operations } from '../a2a/operations.ts'
import { answerFile } from '../http/answer-file.ts'
import type { Client } from '../http/clients.ts'
import type { BodyLimits } from '../http/read-json-body.ts'
import { absent, refuse } from '../http/refusal.ts'
import type { FindOperations } from './find-operations.ts'
import type { Env, RequestContext } from './route-context.ts'

/** Adds A2A, of the guide and of each agent, under JSON-RPC and REST. */
export function addA2aRoutes(
  app: Hono<Env>,
  { operationsOf, ...own }: { operationsOf: FindOperations; limits: BodyLimits; speaks03: boolean },
): void {
  const answer = async (context: RequestContext, path: string): Promise<Response> => {
    const { client } = context.var
    const operations = await operationsOf(context.req.param('id'), client)
    if (operations === undefined) return absent()
    const { raw: request } = context.req
    const options = { ...own, onBug: client.onBug }
    const [, task = '', place = ''] = /^\/files\/([^/]+)\/(\d+)$/.exec(path) ?? []
    // An address that an answer names is asked as any other: without a version.
    if (task !== '' && request.method === 'GET') return await answerServed(operations, { task, place, client })
    if (path !== '') return await answerRest({ request, path: path.slice(1) }, operations, options)
    if (request.method === 'POST') return await answerJsonRpc(request, operations, options)
    // Anyone who looks at the address of an endpoint should learn that it is one.
    const message = 'A2A is answered here: JSON-RPC to this address, REST below it. The card says more.'
    return refuse({ status: 405, message, headers: { allow: 'POST' } })
  }
  for (const place of [`/${routerEndpointPath}`, '/agents/:id/a2a']) {
    app.all(place, async (context) => await answer(context, ''))
    app.all(`${place}/*`, async (context) => {
      // Libraries that join addresses put a slash at the end of the endpoint.
      return await answer(context, context.req.path.replace(/^(?:\/agents\/[^/]+)?\/a2a(?=\/)|\/$/g, ''))
    })
  }
}

async function answerServed(
  operations: Operations,
  { task, place, client }: { task: string; place: string; client: Client },
): Promise<Response> {
  try {
    const file = operations.file(task, place)
    return file === undefined ? absent() : await answerFile(client.space.paths.root, file)
  } catch (error) {
    // It, or its task, is gone since.
    client.log.debug({ err: String(error) }, 'a file of an answer is not there')
    return absent()
  }
}
