import type { RegisteredAgent } from '@datacortex/registry'
import { executionError } from '../errors.ts'

/** The skill of an agent that is meant by what somebody asked for. */
export function askedSkill({ id, entry }: RegisteredAgent, wanted: string | undefined): string | undefined {
  const { skills } = entry
  if (wanted === undefined || skills.length === 0) return wanted
  const found =
    skills.find((skill) => skill.id === wanted) ?? skills.find(({ name }) => folded(name) === folded(wanted))
  if (found !== undefined) return found.id
  const alike = skills.map((skill) => ({
    id: skill.id,
    likeness: Math.max(likeness(skill.id, wanted), likeness(skill.name, wanted)),
  }))
  const nearest = alike.toSorted((a, b) => b.likeness - a.likeness)
  throw executionError('EXECUTION_SKILL_UNKNOWN', { agent: id, skill: wanted, skills: nearest.map((one) => one.id) })
}

/** The share of pairs of letters that two texts have in common, 0–1. */
function likeness(one: string, other: string): number {
  const [a, b] = [pairs(one), pairs(other)]
  return (2 * a.intersection(b).size) / Math.max(1, a.size + b.size)
}

function pairs(text: string): Set<string> {
  const letters = folded(text).slice(0, 200)
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) => letters.slice(index, index + 2)))
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}
