import { columns, shorten } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { factLines } from '../output/lines.ts'

export const componentList = commandOf('components.list', (data) => {
  const rows = data.components.map(({ id, version, kind, module, used_by: users, description }) => [
    id,
    version ?? '',
    kind,
    users.length === 0 ? 'no agent has it' : `of ${users.join(', ')}`,
    module ?? '',
    shorten(description, 60),
  ])
  const none = 'no components: they stand under `components` of agents.yaml, and modules bring them'
  return rows.length === 0 ? [none] : columns(rows)
})

export const componentShow = commandOf('components.show', (data) => [
  factLines([
    ['id', data.id],
    ['version', data.version],
    ['what', shorten(data.description, 300)],
    ['kind', data.kind],
    ['source', data.source],
    ['module', data.module],
    ['skills', data.skills.map((skill) => skill.name).join(' · ')],
    ['writes', data.writes?.join(', ')],
    ['requires', data.requires.join(', ')],
    ['brings', data.parts.filter((part) => part !== data.id).join(', ')],
    ['required by', data.required_by.join(', ')],
    ['agents', data.used_by.join(', ')],
    ['lacks', data.problems.map(({ message }) => message).join('; ')],
    ['hash', data.hash],
  ]),
  '',
  data.text,
])
