import { sha256 } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { type Addition, withAddition } from '../knowledge/add-point.ts'
import { namedTopic, topicFile } from '../knowledge/topics.ts'
import { type Mind, usualVisibility } from '../mind.ts'
import type { Request } from './planned-log.ts'
import { topicText } from './read-memories.ts'

/** What adds to a topic, or makes it, as a write that can be taken back. */
export async function topicRequest(
  mind: Mind,
  { title: asked, summary, ...addition }: Addition & { readonly title: string; readonly summary: string },
): Promise<Request> {
  const topic = await namedTopic(mind, asked === '' ? 'Memories' : asked, 'private')
  const { file, path } = topicFile(mind, topic)
  const before = await topicText(file)
  const { uid: owner } = mind.identity
  const head = {
    title: topic.title,
    tags: [],
    summary: oneLine(summary),
    owner_uid: owner,
    visibility: usualVisibility(mind),
  }
  return {
    path,
    text: withAddition(before, head, { ...addition, owner }),
    expected: before === undefined ? 'absent' : sha256(before),
  }
}
