import { type Finding, warningFinding } from '@datacortex/errors'
import type { Chain } from '../connect/connect-chain.ts'
import { type Journal, intentsAt } from '../journal/journal.ts'

export type ShownUri = { readonly id: string; readonly agentId: bigint; readonly uri: string }

/** A finding for each identity whose URI is not the last one that the journal tells: somebody set it from elsewhere. */
export function driftedUris(chain: Chain, { shown, journal }: { shown: readonly ShownUri[]; journal: Journal }) {
  return shown.flatMap(({ id, agentId, uri }): readonly Finding[] => {
    const last = lastUri(journal, { chain, agentId })
    if (last === undefined || last === uri) return []
    return [
      warningFinding('EXPORT_URI_DRIFTED', id, {
        message: `The URI of agent ${agentId} on the chain is ${shortUri(uri)}, but this space last set ${shortUri(last)}.`,
        hint: 'If it was not you at another place, look who else has the key; `datacortex chain update` sets it anew.',
      }),
    ]
  })
}

/** A URI as people read it: at most 100 characters. */
function shortUri(uri: string): string {
  return uri.length <= 100 ? uri : `${uri.slice(0, 99)}…`
}

function lastUri(journal: Journal, { chain, agentId }: { chain: Chain; agentId: bigint }): string | undefined {
  const id = String(agentId)
  const own = intentsAt(chain.identity, journal).filter(
    ({ planned, mined }) =>
      planned.op !== 'feedback' && (mined?.agent_id ?? (planned.op === 'update' ? planned.agent_id : undefined)) === id,
  )
  if (own.some(({ state }) => state === 'open')) return undefined
  return own.findLast(({ state }) => state === 'verified')?.planned.uri
}
