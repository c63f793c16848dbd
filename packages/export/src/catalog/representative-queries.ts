import type { RegisteredAgent } from '@datacortex/registry'
import { cleanText } from '../publish/clean-text.ts'

/** Two to five examples of skills and triggers that stand for an agent; undefined if there are fewer than two. */
export function representativeQueries({ entry }: RegisteredAgent): readonly string[] | undefined {
  const bySkill = entry.skills.map((skill) => skill.examples ?? [])
  const longest = Math.max(0, ...bySkill.map((examples) => examples.length))
  const turns = Array.from({ length: longest }, (_, turn) =>
    bySkill.flatMap((examples) => examples.slice(turn, turn + 1)),
  )
  const all = [...turns.flat(), ...(entry.triggers?.examples ?? [])]
  const texts = [...new Set(all.map((example) => cleanText(example).text).filter((text) => text !== ''))]
  return texts.length < 2 ? undefined : texts.slice(0, 5)
}
