import { sha256 } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { type Addition, newKnowledgeText, withPoint } from '../knowledge/add-point.ts'
import { namedTopic, topicFile } from '../knowledge/topics.ts'
import type { Mind } from '../mind.ts'
import type { Request } from './planned-log.ts'
import { topicText } from './read-memories.ts'

/** What adds to a topic, or makes it, as a write that can be taken back. */
export async function topicRequest(
  mind: Mind,
  { title: asked, summary, ...addition }: Addition & { readonly title: string; readonly summary: string },
): Promise<Request> {
  const topic = await namedTopic(mind, asked === '' ? 'Memories' : asked, 'private')
  const { file, path } = topicFile(mind, topic)
  const before = await topicText({ file })
  const [owner, visibility] = [mind.identity.uid, mind.hasIdentity ? 'private' : 'shared']
  const head = { title: topic.title, tags: [], summary: oneLine(summary), owner, visibility }
  return {
    path,
    text: before === undefined ? newKnowledgeText(head, addition) : withPoint(before, { ...addition, owner }),
    expected: before === undefined ? 'absent' : sha256(before),
  }
}
