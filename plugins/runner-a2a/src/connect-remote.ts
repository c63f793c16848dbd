import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import type { Client } from '@a2a-js/sdk/client'
import { remoteError } from './errors.ts'

/** Reads the card of a remote agent and picks a way to talk to it. @throws `RUNNER_A2A_CARD_INVALID` */
export async function connectRemote(url: string, fetchImpl: typeof globalThis.fetch): Promise<Client> {
  const options = { fetchImpl, legacyCompat: { enabled: true } }
  const cardResolver = new DefaultAgentCardResolver(options)
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory(options), new RestTransportFactory(options)],
    cardResolver,
  })
  const address = cardUrl(url)
  try {
    return await factory.createFromAgentCard(await cardResolver.resolve(address, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw remoteError('RUNNER_A2A_CARD_INVALID', { url: address, reason }, { cause: error })
  }
}

/** Where the card of an address lies: the address itself if it is one of a JSON file. */
function cardUrl(url: string): string {
  const { pathname } = new URL(url)
  return pathname.endsWith('.json') ? url : new URL('.well-known/agent-card.json', url.replace(/\/?$/, '/')).href
}
