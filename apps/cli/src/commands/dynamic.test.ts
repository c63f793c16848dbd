import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentRemove } from './agent-remove.ts'
import { agentCreate } from './dynamic.ts'

const child = { id: 'solver', parent: 'architect', primer: 'You solve equations.' }

test('what is printed of an agent that was made can be run as it stands, and so can the way back', async () => {
  const { context } = await commandSpace({ agents: { architect: {} } })
  const made = await agentCreate(context, { ...child, task: ['solve={"type":"object"}'] })
  expect(made.lines.at(-1)).toMatch(/^next +datacortex agent run architect\/solver solve --input INPUT.json$/)
  const plain = await agentCreate(context, { ...child, id: 'plain', task: ['solve'] })
  expect(plain.lines.at(-1)).toMatch(/^next +datacortex agent run architect\/plain solve$/)
  const removed = await agentRemove(context, { ids: ['architect/solver'], yes: true })
  expect(removed.lines.at(-1)).toMatch(/^undo {7}datacortex undo dynamic-[0-9a-f]{8}$/)
})

test('a file that is not there is named as it was given', async () => {
  const { context, paths } = await commandSpace({ agents: { architect: {} } })
  const file = join(paths.root, 'solve.json')
  await expect(agentCreate(context, { ...child, task: [`solve=${file}`] })).rejects.toMatchObject({
    message: `"${file}" can't be read: it does not exist.`,
    hint: 'Name a file, or write out what would stand in it.',
  })
})
