import type { PlannedEvent } from '@datacortex/export'
import type { SpacePaths } from '@datacortex/platform'
import { kinds, lessonTags } from '@datacortex/protocols'
import type { RegisteredAgent } from '@datacortex/registry'
import { shorten } from '@datacortex/wording'

/** What agents learned, to be published: what somebody confirmed and everybody may be shown, never what others taught them. */
export async function lessonsOf(paths: SpacePaths, agents: readonly Pick<RegisteredAgent, 'id'>[]) {
  const { mindOf, outsideLesson, readMemories } = await import('@datacortex/cognition')
  const { memories } = await readMemories(paths)
  const events: PlannedEvent[] = []
  for (const { id: of } of agents) {
    const { agent } = await mindOf(paths, of)
    const learned = memories.filter(
      ({ agent_id: whose, status, visibility, type }) =>
        whose === agent && status === 'confirmed' && visibility !== 'private' && type !== outsideLesson,
    )
    for (const { id, summary: content, insights, tags: hashtags } of learned) {
      const detailed = insights.length === 0 ? undefined : insights.join('\n')
      const tags = lessonTags({ title: shorten(content, 80), detailed, hashtags, definitions: [] })
      events.push({ id, kind: kinds.lesson, tags, content, of })
    }
  }
  return events
}
