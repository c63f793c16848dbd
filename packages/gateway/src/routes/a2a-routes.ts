import type { Context, Hono } from 'hono'
import { answerJsonRpc } from '../a2a/json-rpc.ts'
import { answerRest } from '../a2a/rest.ts'
import { absent, refuse } from '../http/refusal.ts'
import { routerEndpointPath } from '@datacortex/space/published'
import type { FindOperations } from './find-operations.ts'
import type { Env } from './route-context.ts'

/** Adds A2A, of the guide and of each agent, under JSON-RPC and REST. */
export function addA2aRoutes(
  app: Hono<Env>,
  { operationsOf, ...options }: { operationsOf: FindOperations; maxBytes: number; onBug: (error: unknown) => void },
): void {
  const jsonRpc = async (context: Context<Env>, agent: string | undefined): Promise<Response> => {
    const operations = await operationsOf(agent)
    return operations === undefined ? absent() : await answerJsonRpc(context.req.raw, operations, options)
  }
  const rest = async (context: Context<Env>, agent: string | undefined): Promise<Response> => {
    const operations = await operationsOf(agent)
    const path = context.req.path.replace(/^(?:\/agents\/[^/]+)?\/a2a\//, '')
    if (operations === undefined) return absent()
    return await answerRest({ request: context.req.raw, path }, operations, options)
  }
  // Whoever looks at the address of an endpoint should learn that it is one.
  const endpoint = async (agent: string | undefined): Promise<Response> => {
    if ((await operationsOf(agent)) === undefined) return absent()
    const message = 'A2A is answered here: JSON-RPC to this address, REST below it. The card says more.'
    return refuse({ status: 405, message, headers: { allow: 'POST' } })
  }
  app.post(`/${routerEndpointPath}`, async (context) => await jsonRpc(context, undefined))
  app.all(`/${routerEndpointPath}`, async () => await endpoint(undefined))
  app.all(`/${routerEndpointPath}/*`, async (context) => await rest(context, undefined))
  app.post('/agents/:id/a2a', async (context) => await jsonRpc(context, context.req.param('id')))
  app.all('/agents/:id/a2a', async (context) => await endpoint(context.req.param('id')))
  app.all('/agents/:id/a2a/*', async (context) => await rest(context, context.req.param('id')))
}
