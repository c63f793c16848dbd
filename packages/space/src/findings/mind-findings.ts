import { type Finding, asFinding, infoFinding } from '@datacortex/errors'
import { type SpacePaths, agentsWithIdentity, shellWord } from '@datacortex/platform'
import { count } from '@datacortex/wording'

/** Logs of agents that wait to be worked off, and what is wrong with the files of what they know. */
export async function mindFindings(paths: SpacePaths): Promise<readonly Finding[]> {
  const ids = await agentsWithIdentity(paths)
  if (ids.length === 0) return []
  const { openMind, pendingEntries, readMind } = await import('@datacortex/cognition')
  const findingsOf = async (id: string): Promise<readonly Finding[]> => {
    const mind = await readMind(paths, id)
    const { logs, entries } = await pendingEntries(mind)
    using open = await openMind(mind)
    const { findings } = await open.recall('', { top: 1 })
    if (entries === 0) return findings
    return [
      ...findings,
      infoFinding('COGNITION_LOGS_PENDING', id, {
        message: `${count(entries, 'entry', 'entries')} in ${count(logs, 'log')} of it ${entries === 1 ? 'waits' : 'wait'} to be worked off`,
        hint: `datacortex reflect ${shellWord(id)}`,
      }),
    ]
  }
  const found = (await Promise.all(ids.map(async (id) => await findingsOf(id).catch(asFinding(id))))).flat()
  // What is wrong with shared files each agent finds.
  return [...new Map(found.map((one) => [`${one.code} ${one.subject} ${one.message}`, one])).values()]
}
