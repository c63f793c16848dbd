import { type Finding, CodedError, warningFinding } from '@datacortex/errors'
import type { IngestReport } from '@datacortex/knowledge-extractor'
import { readTextFile, sha256 } from '@datacortex/platform'
import { join } from 'node:path'
import type { SpaceKnowledge } from '../parts/open-knowledge.ts'

/** Puts what the documents of a batch ask for into the inbox, each once and with its note; says if that can't be. */
export async function addToInbox(
  { results }: Pick<IngestReport, 'results'>,
  { knowledge, space, signal }: { knowledge: SpaceKnowledge; space: string; signal: AbortSignal },
): Promise<readonly Finding[]> {
  // What was there before was put there then, and may be done since.
  const fresh = results.filter(({ status }) => status === 'success' || status === 'partial')
  const tasks = fresh.flatMap(({ action_items: actions, literature_note: note }) =>
    actions.map((title) => ({ title, properties: note === undefined ? {} : { SOURCE: note } })),
  )
  if (tasks.length === 0) return []
  const { addInboxTasks, researchPlaces } = await import('@datacortex/research')
  const { personal, org } = knowledge.catalogue.registry.knowledgeLocations
  const { inbox } = researchPlaces(space, { personal, org })
  for (let attempt = 1; ; attempt += 1) {
    const file = await readTextFile(join(knowledge.ports.paths.root, inbox))
    if (!file.ok && file.code !== 'ENOENT') return [unwritten(inbox, file.reason)]
    const before = file.ok ? file.text : ''
    const text = addInboxTasks(before, tasks)
    if (text === before) return []
    try {
      const expected = file.ok ? sha256(file.bytes) : 'absent'
      await knowledge.ports.writes.write({ path: inbox, text, expected }, { signal })
      return []
    } catch (error) {
      signal.throwIfAborted()
      if (CodedError.is(error, 'WRITES_CONFLICT') && attempt < mostAttempts) continue
      if (!CodedError.is(error)) throw error
      return [unwritten(inbox, error.message)]
    }
  }
}

const mostAttempts = 3

function unwritten(inbox: string, reason: string): Finding {
  return warningFinding('KNOWLEDGE_INBOX_UNWRITTEN', inbox, {
    message: `What is to do could not be put into ${inbox}: ${reason.replace(/\.$/, '')}.`,
    hint: 'It is listed here, and with --json in full.',
  })
}
