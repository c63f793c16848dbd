import type { AgentEntry, AgentSkill } from '@datacortex/registry'
import type { CardSkill } from './agent-card.ts'
import type { TextReader } from './text-reader.ts'

/** The skills of a card: at least one, each with a name, a description, a tag and an id of its own. */
export function cardSkills(
  entry: AgentEntry,
  agent: { readonly id: string; readonly name: string; readonly description: string },
  reader: TextReader,
): readonly CardSkill[] {
  const examples = entry.triggers?.examples ?? []
  if (entry.skills.length === 0) {
    reader.add('A2A_SKILLS_EMPTY', 'skills', {
      message: 'There are none; one made of the description stands in.',
      hint: 'List what the agent can do under `skills`.',
    })
    const own = reader.list(examples, 'triggers.examples')
    return [{ ...agent, tags: [agent.id], ...(own.length === 0 ? {} : { examples: own }) }]
  }
  if (examples.length === 0 && entry.skills.every((skill) => (skill.examples ?? []).length === 0))
    reader.add('A2A_EXAMPLES_MISSING', 'skills[].examples', {
      severity: 'info',
      message: 'No skill has examples.',
      hint: 'Add requests in the words of a user to `skills[].examples`: agents are found by them.',
    })
  const seen = new Set<string>()
  return entry.skills.flatMap((skill, index) => {
    const read = cardSkill(skill, { index, reader })
    if (!seen.has(read.id)) {
      seen.add(read.id)
      return [read]
    }
    reader.add('A2A_SKILL_ID_TWICE', `skills[${index}].id`, {
      message: `${JSON.stringify(read.id)} stands twice; the second skill was left out.`,
      hint: `Give \`skills[${index}]\` an id of its own.`,
    })
    return []
  })
}

function cardSkill(skill: AgentSkill, { index, reader }: { index: number; reader: TextReader }): CardSkill {
  const field = `skills[${index}]`
  const unnamed = `skill-${index + 1}`
  const id = reader.required(skill.id, { field: `${field}.id`, code: 'A2A_SKILL_ID_EMPTY', otherwise: unnamed })
  const name = reader.required(skill.name, { field: `${field}.name`, code: 'A2A_SKILL_NAME_EMPTY', otherwise: id })
  const description = reader.required(skill.description, {
    field: `${field}.description`,
    code: 'A2A_SKILL_DESCRIPTION_EMPTY',
    otherwise: name,
  })
  const tags = reader.list(skill.tags, `${field}.tags`)
  if (tags.length === 0)
    reader.add('A2A_SKILL_TAGS_EMPTY', `${field}.tags`, {
      message: `There are none; ${JSON.stringify(id)} stands in.`,
      hint: `Fill in \`${field}.tags\`.`,
    })
  const examples = reader.list(skill.examples ?? [], `${field}.examples`)
  const inputModes = reader.mediaTypes(skill.inputModes ?? [], `${field}.inputModes`)
  const outputModes = reader.mediaTypes(skill.outputModes ?? [], `${field}.outputModes`)
  return {
    id,
    name,
    description,
    tags: tags.length === 0 ? [id] : tags,
    ...(examples.length === 0 ? {} : { examples }),
    ...(inputModes.length === 0 ? {} : { inputModes }),
    ...(outputModes.length === 0 ? {} : { outputModes }),
  }
}
