import { join } from 'node:path'
import { type Finding, infoFinding, whenCoded } from '@datacortex/errors'
import { namesIn, readTextFile, removeFile, sha256, writeFileAtomically } from '@datacortex/platform'
import { topicName } from '../knowledge/topics.ts'
import type { Mind } from '../mind.ts'

/**
 * Brings the copies of what lies at the address of a mind in step. If it can't be reached, the copies stay as they were.
 * Nothing is fetched twice: each text is known by its hash.
 *
 * @param mind - With its address; nothing is done without one.
 * @returns Why it could not be reached, if so.
 * @example await pullRemote(mind)
 */
export async function pullRemote({ remote, copies }: Pick<Mind, 'remote' | 'copies'>): Promise<readonly Finding[]> {
  if (remote === undefined) return []
  const pull = async (): Promise<readonly Finding[]> => {
    const topics = (await remote.list()).filter(({ topic }) => topicName(topic) === topic)
    for (const { topic, etag } of topics) {
      const file = join(copies, `${topic}.md`)
      const kept = await readTextFile(file)
      if (kept.ok && sha256(kept.bytes) === etag) continue
      const text = await remote.read(topic)
      if (text !== undefined) await writeFileAtomically(file, text, { isRebuildable: true })
    }
    const names = new Set(topics.map(({ topic }) => `${topic}.md`))
    for (const name of await namesIn(copies)) if (!names.has(name)) await removeFile(join(copies, name))
    return []
  }
  const hint = 'Look at ACAS_SHARED_URL and ACAS_SHARED_TOKEN.'
  return await pull().catch(
    whenCoded((error) => {
      const message = `What agents share elsewhere is recalled as it was last: ${error.message}`
      return [infoFinding('COGNITION_SHARED_UNREACHABLE', '', { message, hint })]
    }),
  )
}
