import { initIdentity, readMemories } from '@datacortex/cognition'
import { openMemory } from '@datacortex/memory'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { loadContext } from '../context/load-context.ts'
import { readLog } from '../log/read-log.ts'
import { answer, run, runSpace } from './__fixtures__/run-space.ts'

test('what one run found out is in the context of the next', async () => {
  const space = await runSpace([{ text: answer }])
  await using memory = await openMemory(space.paths, {
    embedder: createHashEmbedder(),
    memories: async () => (await readMemories(space.paths)).memories,
  })
  const first = await run(space, { search: memory.port, task: 'When do the tides come to the harbour?' })
  const next = { agent: 'editor', task: 'Correct the text on harbour tides', memory: memory.port }
  const { registry } = await space.catalogue()
  const context = await loadContext(space.paths, { registry, ...next })
  expect(context.prompt).toContain('Spring tides come two days after full moon.')
  expect(context.parts.map(({ kind }) => kind)).toContain('memory')
  expect(first.memory_id).toBeDefined()
})

test('a run of an agent with an identity begins with who it is, and its runner is given its uid', async () => {
  const space = await runSpace([{ text: '%TASK%' }])
  await initIdentity(space.paths, { agent: 'writer', name: 'Wren', description: 'Writes.', prompt: '', uid: '42' })
  const given: unknown = JSON.parse((await run(space)).text)
  expect(given).toMatchObject({
    agent: { prompt: expect.stringMatching(/^## Who you are\n\nYou are Wren: Writes\.[^]*You write about the sea/) },
    run: { chain: ['writer'], sender: '42' },
  })
  expect(Object(given).request).not.toContain('Who you are')
  const { text } = await run(space, { agent: 'editor', calledBy: 'writer' })
  expect(JSON.parse(text).run).toEqual({ id: expect.any(String), chain: ['writer', 'editor'] })
})

test('the memory of a run has its tags, its skill, and the notes that it wrote as outputs', async () => {
  const space = await runSpace([{ text: answer, outputs: [{ path: '0-personal/notes/harbour.md' }] }])
  const task = 'When do the tides come? :AI:research:'
  await run(space, { task, tags: [':sea:'], search: undefined })
  const { memories } = await readMemories(space.paths)
  expect(memories.map(({ tags }) => tags)).toEqual([expect.arrayContaining(['ai', 'research', 'sea'])])
  const { session_memories: logged } = await readLog(space.paths)
  expect(logged).toMatchObject([
    { tags: ['ai', 'research', 'sea'], outputs: expect.arrayContaining(['0-personal/notes/harbour.md']) },
  ])
})
