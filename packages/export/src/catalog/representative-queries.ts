import type { RegisteredAgent } from '@datacortex/registry'
import { cleanText } from '../publish/clean-text.ts'

/**
 * Two to five requests that stand for an agent: the first example of each skill, then the second ones, then those of
 * its triggers; undefined if there are fewer than two. See https://github.com/ards-project/ard-spec
 */
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
