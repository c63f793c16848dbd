import type { RunAgentOptions } from '@datacortex/execution'
import { clientName } from '../caller/own-work.ts'
import { splitList } from '../caller/split-list.ts'
import type { Work } from '../work.ts'
import type { RunAgent } from './run-agent-input.ts'

/** An agent in its run speaks for itself, and nobody who comes by the network for an agent. */
export function runCaller(
  { caller }: Pick<Work, 'caller'>,
  { called_by: calledBy = 'user', chain = [], delegate: delegated }: Pick<RunAgent, 'called_by' | 'chain' | 'delegate'>,
): Pick<RunAgentOptions, 'calledBy' | 'client' | 'chain' | 'parent' | 'delegated'> {
  const client = clientName(caller)
  if (caller.kind === 'agent')
    return { calledBy: caller.id, chain: caller.chain, parent: caller.parent, client, delegated }
  return caller.kind === 'client' ? { delegated, client } : { calledBy, chain: splitList(chain), delegated }
}
