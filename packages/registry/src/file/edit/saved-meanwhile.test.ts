import { appendFile, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import type { AgentEntry } from '../agent-entry.ts'
import { readRegistry } from '../read/read-registry.ts'
import { updateRegistry } from './update-registry.ts'

const entry = (name: string): AgentEntry => ({ name, description: `${name} does things`, skills: [] })

test('what an editor saves while an edit is made stays', async () => {
  const paths = await temporarySpace()
  await updateRegistry(paths, (editor) => editor.setAgent('first', entry('First')))
  const byHand = '  # by hand\n  mine: {name: Mine, description: by hand, skills: []}\n'
  let runs = 0
  const outcome = await updateRegistry(paths, async (editor) => {
    runs += 1
    if (runs === 1) await appendFile(paths.agentsFile, byHand)
    return editor.setAgent('second', entry('Second'))
  })
  expect({ outcome, runs }).toEqual({ outcome: 'added', runs: 2 })
  expect(await readFile(paths.agentsFile, 'utf8')).toContain(byHand)
  expect([...(await readRegistry(paths)).agents.keys()].sort()).toEqual(['first', 'mine', 'second'])
})

test('a program that changes the file all the time ends the update, and keeps what it wrote', async () => {
  const paths = await temporarySpace()
  await updateRegistry(paths, (editor) => editor.setAgent('first', entry('First')))
  let runs = 0
  const update = updateRegistry(paths, async (editor) => {
    runs += 1
    await appendFile(paths.agentsFile, `# ${runs}\n`)
    return editor.setAgent('second', entry('Second'))
  })
  await expect(update).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
    message: expect.stringContaining('another program changes it all the time'),
  })
  expect(runs).toBe(10)
  expect([...(await readRegistry(paths)).agents.keys()]).toEqual(['first'])
})
