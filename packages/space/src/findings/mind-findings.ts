import { type Finding, asFinding, infoFinding } from '@datacortex/errors'
import { type SpacePaths, agentsWithIdentity, shellWord } from '@datacortex/platform'
import { count } from '@datacortex/wording'

/** Logs of agents that wait to be worked off. */
export async function mindFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  const ids = await agentsWithIdentity(paths)
  if (ids.length === 0) return []
  const { pendingEntries, readMind } = await import('@datacortex/cognition')
  const pendingOf = async (id: string): Promise<readonly Finding[]> => {
    const { logs, entries } = await pendingEntries(await readMind(paths, id))
    if (entries === 0) return []
    return [
      infoFinding('COGNITION_LOGS_PENDING', id, {
        message: `${count(entries, 'entry', 'entries')} in ${count(logs, 'log')} of it ${entries === 1 ? 'waits' : 'wait'} to be worked off`,
        hint: `datacortex reflect ${shellWord(id)}`,
      }),
    ]
  }
  return (await Promise.all(ids.map(async (id) => await pendingOf(id).catch(asFinding(id))))).flat()
}
