import { withoutUndefined } from '@datacortex/errors'
import { isDeepStrictEqual } from 'node:util'
import { type AgentEntry, agentFields, isField } from '@datacortex/registry'

/** The entry of an agent of a module, in three states. */
export type EntryStates = {
  /** As the registry has it. */
  readonly registered: AgentEntry | undefined
  /** As the files of the module gave it before; undefined if that is not known. */
  readonly given?: AgentEntry | undefined
}

/**
 * The entry that a module gives an agent, with what others wrote into the registered one: programs its performance and its
 * identity on a chain, people payment terms, other chains and fields of their own. What the files of the module gave before
 * and no longer give is not kept.
 */
export function keepWrittenFields(entry: AgentEntry, { registered, given }: EntryStates): AgentEntry {
  if (registered === undefined) return entry
  const performance = kept(registered.performance, given?.performance) ?? entry.performance
  const open = Object.keys(registered).filter((key) => !isField(key) || agentFields[key].writtenBy === 'people')
  const added = differing(registered, { given, keys: open })
  const erc8004 = identityOf(entry.erc8004, { registered: registered.erc8004, given: given?.erc8004 })
  return {
    ...added,
    ...entry,
    ...withoutUndefined({ performance, erc8004 }),
  }
}

/** What a registration on a chain writes; the rest of `erc8004` is for people and manifests. */
const writtenByPrograms = ['agentId', 'wallet', 'chainRegistrations'] as const

function identityOf(
  erc8004: AgentEntry['erc8004'],
  { registered, given }: { readonly registered: AgentEntry['erc8004']; readonly given: AgentEntry['erc8004'] },
): AgentEntry['erc8004'] {
  if (registered === undefined) return erc8004
  const merged = {
    ...differing(registered, { given, keys: Object.keys(registered) }),
    ...erc8004,
    ...differing(registered, { given, keys: writtenByPrograms }),
  }
  return Object.keys(merged).length === 0 ? undefined : merged
}

/** The fields whose values did not come from the files of the module. */
function differing<T extends object>(
  registered: T,
  { given, keys }: { readonly given: T | undefined; readonly keys: readonly string[] },
): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(given ?? {}))
  const pairs = Object.entries(registered).filter(
    ([key, value]) => keys.includes(key) && kept(value, before.get(key)) !== undefined,
  )
  return Object.fromEntries(pairs) as Partial<T>
}

function kept<T>(registered: T, given: T): T | undefined {
  return isDeepStrictEqual(registered, given) ? undefined : registered
}
